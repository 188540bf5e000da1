import Measuring

/// Work whose instructions are counted in a separate process.
enum Counted: String, CountedWork {
  case filledElements, readElements, filledStream, readStream
  case aheadElements, aheadStream, boundedElements, boundedStream
  case suspendingElements, suspendingStream, suspendingContinuations
  case pipelineElements, pipelineStream, once, exchange

  var repetitions: Int { 10_000 }

  var work: (Int) -> Void {
    switch self {
    case .filledElements: { _ = Buffered.filledElements($0) }
    case .filledStream: { _ = Buffered.filledStream($0) }
    case .readElements: Buffered.elements().runAndWait
    case .readStream: Buffered.asyncStream().runAndWait
    case .aheadElements: Ahead.elements().runAndWait
    case .aheadStream: Ahead.asyncStream().runAndWait
    case .boundedElements: Bounded.elements().runAndWait
    case .boundedStream: Bounded.asyncStream().runAndWait
    case .suspendingElements: Suspending.elements().runAndWait
    case .suspendingStream: Suspending.asyncStream().runAndWait
    case .suspendingContinuations: Suspending.continuations().runAndWait
    case .pipelineElements: Pipelines.elements().runAndWait
    case .pipelineStream: Pipelines.asyncStream().runAndWait
    case .once: Gates.once().run
    case .exchange: Gates.exchange().run
    }
  }
}
