/// The common handling of errors that the work of loads and writes throws.
protocol FailurePolicy {
  var retry: RetryPolicy { get }
  var isCancellation: @Sendable (any Error) -> Bool { get }
}

extension FailurePolicy {
  func allowsRetry(_ error: any Error) -> Bool {
    retry.limit > 0 && retry.shouldRetry(error.thrown)
  }

  func meansCancelled(_ error: any Error) -> Bool {
    error.meansCancelled || isCancellation(error.thrown)
  }
}

extension LoadPolicy: FailurePolicy {}
extension MutationPolicy: FailurePolicy {}
