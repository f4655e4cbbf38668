//! The JSON of requests and responses (RFC 8259).

/// The members of a request.
#[derive(Default)]
pub struct Question {
    pub chain: String,
    pub host: String,
    pub policy: String,
}

impl Question {
    /// Parses an object whose values are strings; ignores members with other names.
    pub fn parse(body: &[u8]) -> Option<Question> {
        let mut question = Question::default();
        let mut text = Text(std::str::from_utf8(body).ok()?.trim_end());
        text.expect('{')?;
        loop {
            let name = text.string()?;
            text.expect(':')?;
            let value = text.string()?;
            match name.as_str() {
                "chain" => question.chain = value,
                "host" => question.host = value,
                "policy" => question.policy = value,
                _ => {}
            }
            if text.expect(',').is_none() {
                break;
            }
        }
        text.expect('}').filter(|_| text.0.is_empty())?;
        Some(question)
    }
}

/// The unread part of a text.
struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    /// Reads a delimiter after white space.
    fn expect(&mut self, delimiter: char) -> Option<()> {
        self.0 = self.0.trim_start().strip_prefix(delimiter)?;
        Some(())
    }

    fn string(&mut self) -> Option<String> {
        self.expect('"')?;
        let mut value = String::with_capacity(64);
        loop {
            let end = memchr::memchr2(b'"', b'\\', self.0.as_bytes())?;
            value.push_str(&self.0[..end]);
            let is_end = self.0.as_bytes()[end] == b'"';
            self.0 = &self.0[end + 1..];
            if is_end {
                return Some(value);
            }
            value.push(self.escaped()?);
        }
    }

    /// Reads the rest of an escape sequence.
    fn escaped(&mut self) -> Option<char> {
        let letter = *self.0.as_bytes().first()?;
        self.0 = self.0.get(1..)?;
        Some(match letter {
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'"' | b'\\' | b'/' => char::from(letter),
            b'u' => return self.code_point(),
            _ => return None,
        })
    }

    fn code_point(&mut self) -> Option<char> {
        let mut units = vec![self.code_unit()?];
        if (0xd800..0xdc00).contains(&units[0]) {
            self.0 = self.0.strip_prefix("\\u")?;
            units.push(self.code_unit()?);
        }
        char::decode_utf16(units).next()?.ok()
    }

    fn code_unit(&mut self) -> Option<u16> {
        let digits = self.0.get(..4)?;
        self.0 = &self.0[4..];
        u16::from_str_radix(digits, 16).ok()
    }
}

/// Appends a string in quotes.
pub fn quote(output: &mut String, text: &str) {
    output.push('"');
    escape(output, text);
    output.push('"');
}

/// Appends the contents of a string.
pub fn escape(output: &mut String, text: &str) {
    let is_plain = |octet: &u8| *octet >= 0x20 && *octet != b'"' && *octet != b'\\';
    if text.as_bytes().iter().all(is_plain) {
        return output.push_str(text);
    }
    for character in text.chars() {
        match character {
            '"' | '\\' => output.extend(['\\', character]),
            '\0'..='\u{1f}' => output.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => output.push(character),
        }
    }
}
