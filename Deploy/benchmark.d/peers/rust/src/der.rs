//! Elements of DER (X.690).

pub const INTEGER: u8 = 0x02;
pub const OBJECT_IDENTIFIER: u8 = 0x06;
pub const UTC_TIME: u8 = 0x17;
pub const SEQUENCE: u8 = 0x30;
pub const SET: u8 = 0x31;
/// The explicitly tagged version of a certificate.
pub const VERSION: u8 = 0xa0;

/// The unread part of the contents of an element.
#[derive(Clone, Copy)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// Reads the next element; returns its tag and contents.
    pub fn element(&mut self) -> Option<(u8, &'a [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, mut rest) = rest.split_first()?;
        let mut length = usize::from(first);
        if first >= 0x80 {
            let count = usize::from(first & 0x7f);
            let octets = rest.get(..count).filter(|_| count <= 4)?;
            length = octets.iter().fold(0, |value, octet| value << 8 | usize::from(*octet));
            rest = &rest[count..];
        }
        let contents = rest.get(..length)?;
        self.0 = &rest[length..];
        Some((tag, contents))
    }

    /// Reads the next element, which must have the tag.
    pub fn expect(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.element().filter(|element| element.0 == tag).map(|element| element.1)
    }

    pub fn next_tag(&self) -> Option<u8> {
        self.0.first().copied()
    }
}
