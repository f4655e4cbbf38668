//! The fields of a certificate that a response contains.
use crate::der::{self, Reader};
use crate::json;
use ring::digest::{digest, SHA256};

/// Parts of a certificate in DER.
pub struct Certificate<'a> {
    der: &'a [u8],
    serial_number: &'a [u8],
    pub issuer: &'a [u8],
    not_before: (u8, &'a [u8]),
    not_after: (u8, &'a [u8]),
    pub subject: &'a [u8],
}

impl<'a> Certificate<'a> {
    /// Parses the fields up to the subject (RFC 5280 section 4.1); webpki parses the others.
    pub fn parse(der: &'a [u8]) -> Option<Certificate<'a>> {
        let mut fields = Reader(Reader(Reader(der).expect(der::SEQUENCE)?).expect(der::SEQUENCE)?);
        if fields.next_tag() == Some(der::VERSION) {
            fields.element()?;
        }
        let serial_number = fields.expect(der::INTEGER)?;
        fields.expect(der::SEQUENCE)?; // The signature algorithm is not reported.
        let issuer = fields.expect(der::SEQUENCE)?;
        let mut validity = Reader(fields.expect(der::SEQUENCE)?);
        Some(Certificate {
            der,
            serial_number,
            issuer,
            not_before: validity.element()?,
            not_after: validity.element()?,
            subject: fields.expect(der::SEQUENCE)?,
        })
    }

    /// Appends the members of the certificate's object, without its depth.
    pub fn describe(&self, output: &mut String) {
        output.push_str("\"subject\":\"");
        name(output, self.subject);
        output.push_str("\",\"issuer\":\"");
        name(output, self.issuer);
        output.push_str("\",\"serialNumber\":\"");
        hexadecimal(output, self.serial_number);
        output.push_str("\",\"sha256\":\"");
        hexadecimal(output, digest(&SHA256, self.der).as_ref());
        output.push_str("\",\"notBefore\":\"");
        time(output, self.not_before);
        output.push_str("\",\"notAfter\":\"");
        time(output, self.not_after);
        output.push('"');
    }
}

fn hexadecimal(output: &mut String, octets: &[u8]) {
    for octet in octets {
        for digit in [octet >> 4, octet & 15] {
            output.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
        }
    }
}

/// Appends a time as in RFC 3339.
fn time(output: &mut String, (tag, value): (u8, &[u8])) {
    let mut digits = value;
    if tag == der::UTC_TIME {
        output.push_str(if value.first() < Some(&b'5') { "20" } else { "19" });
    } else {
        let century = value.get(..2).unwrap_or_default();
        json::escape(output, &String::from_utf8_lossy(century));
        digits = &value[century.len()..];
    }
    for (pair, separator) in digits.chunks(2).zip(["-", "-", "T", ":", ":", "Z"]) {
        json::escape(output, &String::from_utf8_lossy(pair));
        output.push_str(separator);
    }
}

/// Appends a name as in RFC 4514, without escapes; the last component is the first one of the text.
fn name(output: &mut String, name: &[u8]) {
    let mut components = Vec::with_capacity(8);
    let mut reader = Reader(name);
    while let Some((der::SET, component)) = reader.element() {
        components.push(Reader(component));
    }
    let mut separator = "";
    for component in components.iter_mut().rev() {
        while let Some(attribute) = component.expect(der::SEQUENCE) {
            output.push_str(separator);
            separator = "+";
            append(output, Reader(attribute));
        }
        separator = ",";
    }
}

fn append(output: &mut String, mut attribute: Reader) {
    let identifier = attribute.expect(der::OBJECT_IDENTIFIER).unwrap_or_default();
    match keyword(identifier) {
        Some(keyword) => output.push_str(keyword),
        None => hexadecimal(output, identifier),
    }
    output.push('=');
    let value = attribute.element().map_or(&[][..], |element| element.1);
    json::escape(output, &String::from_utf8_lossy(value));
}

fn keyword(identifier: &[u8]) -> Option<&'static str> {
    match identifier {
        [0x55, 4, 3] => Some("CN"),
        [0x55, 4, 5] => Some("SERIALNUMBER"),
        [0x55, 4, 6] => Some("C"),
        [0x55, 4, 7] => Some("L"),
        [0x55, 4, 8] => Some("ST"),
        [0x55, 4, 10] => Some("O"),
        [0x55, 4, 11] => Some("OU"),
        _ => None,
    }
}
