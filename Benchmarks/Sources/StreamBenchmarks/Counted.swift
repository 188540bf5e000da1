import Measuring

/// Work whose instructions are counted in a separate process.
enum Counted: String {
  case filledElements, readElements, filledStream, readStream
  case aheadElements, aheadStream, boundedElements, boundedStream
  case suspendingElements, suspendingStream, suspendingContinuations
  case pipelineElements, pipelineStream, once, exchange

  func run(_ repetitions: Int) {
    let contender = contender
    waiting { [self] in
      switch self {
      case .filledElements: _ = Buffered.filledElements(repetitions)
      case .filledStream: _ = Buffered.filledStream(repetitions)
      case .once: Gates.once().run(repetitions)
      case .exchange: Gates.exchange().run(repetitions)
      default: await contender?.run(repetitions)
      }
    }
  }

  private var contender: AsyncContender? {
    switch self {
    case .filledElements, .filledStream, .once, .exchange: nil
    case .readElements: Buffered.elements()
    case .readStream: Buffered.asyncStream()
    case .aheadElements: Ahead.elements()
    case .aheadStream: Ahead.asyncStream()
    case .boundedElements: Bounded.elements()
    case .boundedStream: Bounded.asyncStream()
    case .suspendingElements: Suspending.elements()
    case .suspendingStream: Suspending.asyncStream()
    case .suspendingContinuations: Suspending.continuations()
    case .pipelineElements: Pipelines.elements()
    case .pipelineStream: Pipelines.asyncStream()
    }
  }

  func cost() throws -> Cost { try Cost(of: rawValue, repetitions: 10_000) }
}
