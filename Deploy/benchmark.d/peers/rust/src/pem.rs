//! PEM texts with certificates (RFC 7468).

const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
const END: &str = "-----END CERTIFICATE-----";
/// The value of each symbol of base64; 255 for other octets.
const VALUES: [u8; 256] = values();

/// Decodes all certificates; returns `None` if there is none, or if one of them is malformed.
pub fn certificates(mut text: &str) -> Option<Vec<Vec<u8>>> {
    let mut list = Vec::new();
    while let Some(begin) = text.find(BEGIN) {
        text = &text[begin + BEGIN.len()..];
        let end = text.find(END)?;
        list.push(base64(&text[..end])?);
        text = &text[end + END.len()..];
    }
    Some(list).filter(|list| !list.is_empty())
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut symbols = Vec::with_capacity(text.len());
    for line in text.lines() {
        symbols.extend_from_slice(line.trim().as_bytes());
    }
    for _ in 0..2 {
        if symbols.last() == Some(&b'=') {
            symbols.pop();
        }
    }
    let (count, length) = (symbols.len(), symbols.len() * 3 / 4);
    symbols.resize((count + 3) / 4 * 4, b'A');
    let mut octets = Vec::with_capacity(symbols.len() / 4 * 3);
    let mut all = 0;
    for group in symbols.chunks_exact(4) {
        let [first, second, third, fourth] = [0, 1, 2, 3].map(|index| VALUES[usize::from(group[index])]);
        all |= first | second | third | fourth;
        let bits = [first, second, third, fourth].iter().fold(0, |bits, value| bits << 6 | u32::from(*value));
        octets.extend_from_slice(&(bits << 8).to_be_bytes()[..3]);
    }
    octets.truncate(length);
    Some(octets).filter(|_| all < 64 && count % 4 != 1)
}

const fn values() -> [u8; 256] {
    let symbols = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut table = [255; 256];
    let mut value = 0;
    while value < symbols.len() {
        table[symbols[value] as usize] = value as u8;
        value += 1;
    }
    table
}
