/// A system call that failed because the process lacks threads or descriptors.
package struct ResourceFailure: Error, Equatable {
    /// The name of the system call, such as `eventfd`.
    package let call: String
    /// The number of the system's error, such as EMFILE.
    package let errno: Int32
}
