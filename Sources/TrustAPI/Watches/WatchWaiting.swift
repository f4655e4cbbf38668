import MicrohttpdServer

/// The wait of an evaluation for a watch, during which another one is evaluated.
struct WatchWaiting: HTTPWaiting {
    private let waiting: any HTTPWaiting
    private let pause: @Sendable () -> Void
    private let resume: @Sendable () -> Void

    init(_ waiting: any HTTPWaiting, pause: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void) {
        (self.waiting, self.pause, self.resume) = (waiting, pause, resume)
    }

    func beginWait(_ wait: HTTPWait) throws(HTTPFailure) {
        try waiting.beginWait(wait)
        pause()
    }

    func endWait() throws(HTTPFailure) {
        resume()
        try waiting.endWait()
    }
}
