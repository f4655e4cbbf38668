//! HTTP/1.1 messages (RFC 9112).
use std::fmt::Write;

const MAXIMUM_BODY: usize = 1 << 20;
const MAXIMUM_HEAD: usize = 8 << 10;
/// The maximum length of a request.
pub const MAXIMUM_REQUEST: usize = MAXIMUM_HEAD + MAXIMUM_BODY;

pub struct Request<'a> {
    pub is_evaluation: bool,
    pub body: &'a [u8],
    /// The length of the whole request.
    pub length: usize,
}

impl<'a> Request<'a> {
    /// Parses the first request; returns `None` while it is incomplete, and the status of the response to an invalid one.
    pub fn parse(input: &'a [u8]) -> Result<Option<Request<'a>>, u16> {
        let mut fields = [httparse::EMPTY_HEADER; 32];
        let mut head = httparse::Request::new(&mut fields);
        let start = match head.parse(input) {
            Ok(httparse::Status::Complete(start)) => start,
            Ok(httparse::Status::Partial) if input.len() <= MAXIMUM_HEAD => return Ok(None),
            _ => return Err(400),
        };
        let length = start + body_length(head.headers)?;
        let is_evaluation = head.method == Some("POST") && head.path == Some("/v1/evaluations");
        Ok(input.get(start..length).map(|body| Request { is_evaluation, body, length }))
    }
}

fn body_length(fields: &[httparse::Header]) -> Result<usize, u16> {
    let mut length = 0;
    for field in fields {
        if field.name.eq_ignore_ascii_case("transfer-encoding") {
            return Err(501);
        }
        if field.name.eq_ignore_ascii_case("content-length") {
            let text = std::str::from_utf8(field.value).map_err(|_| 400u16)?;
            length = text.parse().map_err(|_| 400u16)?;
        }
    }
    if length > MAXIMUM_BODY {
        return Err(413);
    }
    Ok(length)
}

/// Appends a response.
pub fn respond(output: &mut String, status: u16, body: &str) {
    let phrase = if status == 200 { "OK" } else { "Error" };
    let length = body.len();
    let _ = write!(
        output,
        "HTTP/1.1 {status} {phrase}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
}
