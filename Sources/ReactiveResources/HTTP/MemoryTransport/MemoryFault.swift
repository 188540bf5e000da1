/// A fault or a delay that a ``MemoryTransport`` applies to a request.
public enum MemoryFault: Sendable {
  /// Responds with this status and these header fields, and without a body.
  case status(Int, HTTPFields = [:])
  /// Throws this error instead of a response.
  case failure(any Error)
  /// Fails the body with an error after this number of bytes.
  case drop(after: Int, any Error)
  /// Ends the body after this number of bytes as if it were complete.
  case end(after: Int)
  /// Delays the header fields by this time.
  case wait(Duration)
  /// Delays each chunk of the body by this time.
  case pace(Duration)
}
