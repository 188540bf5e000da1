@preconcurrency import CombineShim
import MarbleTesting

/// A run of a row: its inputs, and the expectation of its output.
struct PeerRun {
  let m: Marbles
  let row: PeerRow
  private let expected: PeerOutcome
  private let sources: [PeerSource]
  private let unsubscription = Unsubscription()

  init(_ m: Marbles, _ row: PeerRow, _ expected: PeerOutcome) {
    self.m = m
    self.row = row
    self.expected = expected
    let table = Self.table(row)
    // First, because in RxJS an unsubscription is before the values of its frame.
    if let frame = row.unsubscribed {
      m.at(.frames(frame)) { [unsubscription] in unsubscription.perform() }
    }
    sources = row.inputs.map { input in
      input.isCold
        ? .cold(m.cold(input.diagram, table, failure: Offline()))
        : .hot(m.hot(input.diagram, table, failure: Offline()))
    }
  }

  subscript(position: Int) -> PeerSource { sources[position] }

  /// The argument of the operator as a time.
  var time: Duration { .frames(row.n) }

  func expect<Stream: Publisher>(_ stream: Stream) {
    let texts = stream.map { String(describing: $0) }
    guard row.unsubscribed != nil else { return compare(texts) }
    let seen = PassthroughSubject<String, Stream.Failure>()
    compare(seen)
    unsubscription.perform = m.keep(texts.subscribe(seen)).cancel
  }

  func expect<Stream: AsyncSequence & Sendable>(_ stream: Stream) where Stream.Element: Sendable {
    let texts = Paced(base: stream, clock: m.clock, pauses: row.pauses)
    guard row.unsubscribed != nil else { return compare(texts) }
    compare(unsubscribed(texts))
  }

  func expectSubscriptions() {
    let site = row.callSite
    for (position, diagrams) in expected.subscriptions {
      guard case .cold(let input) = sources[position] else { continue }
      m.expectSubscriptions(
        input,
        diagrams,
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
    }
  }

  private func compare(_ stream: some Publisher<String, some Error>) {
    let site = row.callSite
    m.expect(
      stream,
      expected.output,
      Self.table(row),
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column
    )
  }

  private func compare<Stream: AsyncSequence>(_ stream: Stream) where Stream.Element == String {
    let site = row.callSite
    m.expect(
      stream,
      expected.output,
      Self.table(row),
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column
    )
  }

  /// The values of a task that is cancelled; RxJS does not show the end that follows.
  private func unsubscribed<Stream: AsyncSequence & Sendable>(
    _ stream: Stream
  ) -> AsyncThrowingStream<Stream.Element, any Error> where Stream.Element: Sendable {
    let (seen, continuation) = AsyncThrowingStream.makeStream(of: Stream.Element.self)
    let showsEnd = row.showsCancellation
    let task = Task {
      for try await value in stream { continuation.yield(value) }
      if showsEnd { continuation.finish() }
    }
    unsubscription.perform = task.cancel
    return seen
  }

  private static func table(_ row: PeerRow) -> MarbleValues<String> {
    MarbleValues { row.values[$0] ?? $0 }
  }
}

/// The step that unsubscribes; it is known only when the output is observed.
private final class Unsubscription {
  var perform: () -> Void = {}
}

/// An input of a run.
enum PeerSource: Sendable {
  case hot(MarbleHot<String, Offline>)
  case cold(MarbleCold<String, Offline>)

  var publisher: AnyPublisher<String, Offline> {
    switch self {
    case .hot(let input): input.eraseToAnyPublisher()
    case .cold(let input): input.eraseToAnyPublisher()
    }
  }

  var elements: MarbleElements<String, Offline> {
    switch self {
    case .hot(let input): input.elements
    case .cold(let input): input.elements
    }
  }
}
