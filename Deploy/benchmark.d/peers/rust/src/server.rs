//! Sockets and threads: two threads accept connections, and one thread per core waits for requests with epoll.
use crate::evaluation::evaluate;
use crate::http::{respond, Request, MAXIMUM_REQUEST};
use crate::roots::Roots;
use mio::event::Source;
use mio::{Events, Interest, Poll, Token, Waker};
use std::io::{ErrorKind, Read, Result, Write};
use std::os::unix::net::UnixListener;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::Arc;
use std::thread;

const ACCEPTED: Token = Token(usize::MAX);
const SMALLEST_BUFFER: usize = 16 << 10;

trait Stream: Read + Write + Source + Send {}
impl<T: Read + Write + Source + Send> Stream for T {}

/// Serves requests until the process is terminated.
pub fn serve(address: &str, socket: &str, roots: &'static Roots) -> Result<()> {
    let local = UnixListener::bind(socket)?;
    let listener = std::net::TcpListener::bind(address)?;
    let count = thread::available_parallelism()?.get();
    let workers = (0..count).map(|_| Worker::start(roots)).collect::<Result<Vec<WorkerHandle>>>()?;
    let more_workers = workers.clone();
    thread::spawn(move || {
        for worker in more_workers.iter().cycle() {
            let stream = local.accept().and_then(|(stream, _)| stream.set_nonblocking(true).map(|()| stream));
            worker.give(stream.map(mio::net::UnixStream::from_std));
        }
    });
    for worker in workers.iter().cycle() {
        let stream = listener.accept().and_then(|(stream, _)| stream.set_nonblocking(true).map(|()| stream));
        worker.give(stream.map(mio::net::TcpStream::from_std));
    }
    Ok(())
}

#[derive(Clone)]
struct WorkerHandle {
    sender: Sender<Box<dyn Stream>>,
    waker: Arc<Waker>,
}

impl WorkerHandle {
    /// Gives an accepted connection to the worker; a failure closes the connection.
    fn give(&self, stream: Result<impl Stream + 'static>) {
        let outcome = stream.map(|stream| self.sender.send(Box::new(stream)));
        if let Err(error) = outcome.and_then(|_| self.waker.wake()) {
            eprintln!("peer: {error}");
        }
    }
}

struct Worker {
    poll: Poll,
    accepted: Receiver<Box<dyn Stream>>,
    connections: Vec<Option<Connection>>,
    answers: Answers,
}

impl Worker {
    fn start(roots: &'static Roots) -> Result<WorkerHandle> {
        let poll = Poll::new()?;
        let waker = Arc::new(Waker::new(poll.registry(), ACCEPTED)?);
        let (sender, accepted) = channel();
        let answers = Answers { roots, body: String::new(), output: String::new() };
        let mut worker = Worker { poll, accepted, connections: Vec::new(), answers };
        thread::spawn(move || worker.run());
        Ok(WorkerHandle { sender, waker })
    }

    fn run(&mut self) {
        let mut events = Events::with_capacity(128);
        loop {
            if self.poll.poll(&mut events, None).is_err() {
                continue;
            }
            for event in &events {
                match event.token() {
                    ACCEPTED => self.add_accepted(),
                    Token(index) => self.receive(index),
                }
            }
        }
    }

    fn add_accepted(&mut self) {
        while let Ok(mut stream) = self.accepted.try_recv() {
            let free = self.connections.iter().position(Option::is_none);
            let index = free.unwrap_or(self.connections.len());
            if self.poll.registry().register(&mut stream, Token(index), Interest::READABLE).is_err() {
                continue;
            }
            self.connections.resize_with(self.connections.len().max(index + 1), || None);
            self.connections[index] = Some(Connection { stream, input: vec![0; SMALLEST_BUFFER], filled: 0 });
        }
    }

    fn receive(&mut self, index: usize) {
        let connection = self.connections[index].as_mut();
        if !connection.map_or(true, |connection| connection.receive(&mut self.answers)) {
            self.connections[index] = None;
        }
    }
}

struct Connection {
    stream: Box<dyn Stream>,
    input: Vec<u8>,
    /// The number of received octets in the input.
    filled: usize,
}

impl Connection {
    /// Reads until no octets are available, and responds to all complete requests.
    ///
    /// Returns whether the connection remains open. A client that does not read its responses loses the connection.
    fn receive(&mut self, answers: &mut Answers) -> bool {
        loop {
            let space = self.input.len() - self.filled;
            match self.stream.read(&mut self.input[self.filled..]) {
                Ok(0) => return false,
                Ok(count) => {
                    self.filled += count;
                    if !self.respond(answers) {
                        return false;
                    }
                    // A read that leaves space has emptied the socket; see epoll(7).
                    if count < space {
                        return true;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return error.kind() == ErrorKind::WouldBlock,
            }
        }
    }

    fn respond(&mut self, answers: &mut Answers) -> bool {
        let outcome = answers.write(&self.input[..self.filled]);
        let remains_open = self.stream.write_all(answers.output.as_bytes()).is_ok();
        if let Ok(used) = outcome {
            self.input.copy_within(used..self.filled, 0);
            self.filled -= used;
        }
        if self.filled == self.input.len() {
            self.input.resize((2 * self.filled).min(MAXIMUM_REQUEST), 0);
        }
        outcome.is_ok() && remains_open
    }
}

/// The responses to the requests of one connection, in buffers that a worker uses again.
struct Answers {
    roots: &'static Roots,
    body: String,
    output: String,
}

impl Answers {
    /// Writes the responses to all complete requests; returns their length, or an error after an invalid request.
    fn write(&mut self, input: &[u8]) -> std::result::Result<usize, u16> {
        self.output.clear();
        let mut used = 0;
        while used < input.len() {
            let request = match Request::parse(&input[used..]) {
                Ok(Some(request)) => request,
                Ok(None) => break,
                Err(status) => {
                    respond(&mut self.output, status, "\"invalid request\"");
                    return Err(status);
                }
            };
            self.body.clear();
            let status = if request.is_evaluation { evaluate(request.body, self.roots, &mut self.body) } else { 404 };
            respond(&mut self.output, status, &self.body);
            used += request.length;
        }
        Ok(used)
    }
}
