import CMicrohttpd
import CMicrohttpdShims
import Glibc

// The callbacks of libmicrohttpd, which run on the thread of the worker that owns the connection. Each callback
// converts the C pointers to the worker and the connection, and calls a method in `Worker+exchange`.

/// MHD_NotifyConnectionCallback: retains the connection from its start to its end.
let connectionChanges: MHD_NotifyConnectionCallback = { context, handle, socketContext, event in
    guard let worker = unsafe worker(context), let handle = unsafe handle, let socketContext = unsafe socketContext
    else {
        return
    }
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
        let descriptor = unsafe cmicrohttpdshims_connection_fd(handle)
        guard let connection = worker.context.table.connection(descriptor: descriptor) else { return }
        unsafe socketContext.pointee = Unmanaged.passRetained(connection).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
        guard let held = unsafe socketContext.pointee else { return }
        unsafe socketContext.pointee = nil
        worker.close(unsafe Unmanaged<Connection>.fromOpaque(held).takeRetainedValue())
    default:
        return
    }
}

/// The URI log callback, called when the request line was received; its result becomes the request's context.
let requestBegins:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
        context,
        target,
        handle in
        guard let worker = unsafe worker(context), let held = unsafe cmicrohttpdshims_socket_context(handle) else {
            return nil
        }
        let text = unsafe target.map { unsafe String(cString: $0) } ?? ""
        worker.begin(unsafe Unmanaged<Connection>.fromOpaque(held).takeUnretainedValue(), target: text)
        return unsafe held
    }

/// MHD_AccessHandlerCallback, called with the head, then with each piece of the body, then without data at the end.
let requestAdvances: MHD_AccessHandlerCallback = { context, handle, _, method, version, bytes, count, requestContext in
    guard let context = unsafe context, let handle = unsafe handle, let method = unsafe method,
        let version = unsafe version, let count = unsafe count, let held = unsafe requestContext?.pointee
    else { return .NO }
    // Avoid reference counting, since a request can have a million pieces. The connection is retained until its closed
    // notification, which this thread receives after this callback. The worker is retained until MHD_stop_daemon has
    // joined this thread, or permanently (`Worker.stop`).
    return unsafe Unmanaged<Worker>.fromOpaque(context)._withUnsafeGuaranteedRef { worker in
        unsafe Unmanaged<Connection>.fromOpaque(held)._withUnsafeGuaranteedRef { connection in
            // Data never arrives together with the head.
            if unsafe count.pointee > 0 {
                let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count.pointee)
                let (result, unread) = unsafe worker.receive(piece, on: connection, handle: handle)
                unsafe count.pointee = unread
                return result
            }
            if connection.exchange?.awaitsHead ?? false {
                return unsafe receiveHead(worker, connection, handle: handle, method: method, version: version)
            }
            // After `100 Continue` for a request without a body, libmicrohttpd makes one call with 0 bytes before the
            // end.
            guard unsafe bytes == nil else { return .YES }
            return unsafe worker.end(connection, handle: handle)
        }
    }
}

/// Passes the received head to the worker, or the remembered head if the received head repeats it.
private func receiveHead(
    _ worker: Worker,
    _ connection: Connection,
    handle: OpaquePointer,
    method: UnsafePointer<CChar>,
    version: UnsafePointer<CChar>
) -> MHD_Result {
    let byteCount = unsafe cmicrohttpdshims_request_header_size(handle)
    if let remembered = connection.remembered, let target = connection.exchange?.target,
        let repetition = unsafe remembered.repetition(
            by: handle,
            target: target,
            method: method,
            version: version,
            byteCount: byteCount
        )
    {
        return unsafe worker.receive(remembered, repetition, of: connection, handle: handle)
    }
    let head = unsafe ReceivedHead(
        method: String(cString: method),
        version: String(cString: version),
        fields: ReceivedFields(of: handle),
        byteCount: byteCount
    )
    return unsafe worker.receive(head, of: connection, handle: handle)
}

/// MHD_RequestCompletedCallback, called when the response was sent or the request ended without one.
let requestEnds: MHD_RequestCompletedCallback = { context, _, requestContext, reason in
    guard let worker = unsafe worker(context), let held = unsafe requestContext?.pointee else { return }
    worker.complete(
        unsafe Unmanaged<Connection>.fromOpaque(held).takeUnretainedValue(),
        isWhole: reason == .REQUEST_TERMINATED_COMPLETED_OK
    )
}

/// The unescape callback: leaves the text unchanged, since the target is parsed in its raw form.
let leaveEscaped: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = {
    _,
    _,
    text in
    unsafe text.map { unsafe strlen($0) } ?? 0
}

/// Returns the address of a C function as the integer that MHD_OptionItem requires.
func functionAddress<Function>(_ function: Function) -> Int {
    unsafe unsafeBitCast(function, to: Int.self)
}

private func worker(_ context: UnsafeMutableRawPointer?) -> Worker? {
    unsafe context.map { unsafe Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
}
