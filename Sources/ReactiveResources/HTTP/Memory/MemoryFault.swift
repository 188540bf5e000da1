/// What a ``MemoryTransport`` does to a request in place of answering it at once and in full.
public enum MemoryFault: Sendable {
  /// The answer has this status and these header fields, and no body.
  case status(Int, HTTPFields = [:])
  /// There is no answer, but this error.
  case failure(any Error)
  /// The body breaks with an error after so many bytes.
  case drop(after: Int, any Error)
  /// The body ends after so many bytes as if it were complete.
  case end(after: Int)
  /// The header fields come after this time.
  case wait(Duration)
  /// Each chunk of the body comes after this time.
  case pace(Duration)
}
