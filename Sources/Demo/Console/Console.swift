import Foundation
import ReactiveLoadable
import Synchronization

protocol TextSink: Sendable {
  func write(_ text: String)
}

struct StandardOutput: TextSink {
  func write(_ text: String) {
    // A closed pipe, as of `head`, does not end the demo.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}

/// The only writer of the demo's output; text from outside cannot control the terminal.
final class Console: Sendable {
  let form: ConsoleForm
  private let sink: any TextSink
  private let clock: any Clock<Duration>
  // Guards the order of writes and the progress line.
  private let progress = Mutex(ProgressLine())

  init(
    sink: any TextSink = StandardOutput(),
    form: ConsoleForm = .standardOutput(),
    clock: any Clock<Duration> = ContinuousClock()
  ) { (self.sink, self.form, self.clock) = (sink, form, clock) }

  func line(_ text: String = "", style: TextStyle = .plain) { line(StyledLine(text, style)) }
  func line(_ line: StyledLine) { write(line.text(for: form) + "\n") }

  func paragraph(_ text: String, style: TextStyle = .plain) {
    for part in text.withoutControls.wrapped(toColumns: min(form.width ?? 80, 80)) {
      line(part, style: style)
    }
  }

  func table(_ table: TextTable) { for text in table.lines(width: form.width) { line(text) } }

  func write(_ blocks: [Block]) {
    for block in blocks {
      switch block {
      case .styled(let styled): line(styled)
      case .paragraph(let text, let style): paragraph(text, style: style)
      case .table(let rows): table(rows)
      case .check: break
      case .legend(let marks): for text in marks.legend() { line(text.prefixed("  ")) }
      }
    }
  }

  func prompt(_ text: String) { write(text) }

  private func write(_ text: String) {
    progress.withLock { progress in sink.write(progress.erasing() + text) }
  }

  /// Runs some work; a terminal shows a spinner after 300 ms.
  func working<Result, Failure: Error>(
    _ label: String,
    _ work: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard form.isTerminal else { return try await work() }
    let id = progress.withLock { $0.begin() }
    let drawing = Task { await draw(label, id: id) }
    defer {
      drawing.cancel()
      progress.withLock { progress in sink.write(progress.end(id)) }
    }
    return try await work()
  }

  /// Runs some work that reports progress: a bar on a terminal, a line per quarter elsewhere.
  func measuring<Result, Failure: Error>(
    _ work: (_ show: @escaping @Sendable (LoadProgress) -> Void) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let shown = Mutex(ProgressText(form: form.isTerminal ? .bar : .quarters))
    let id = progress.withLock { $0.begin() }
    defer { progress.withLock { progress in sink.write(progress.end(id)) } }
    return try await work { [self] amount in
      guard let text = shown.withLock({ $0.text(for: amount) }) else { return }
      if form.isTerminal { drawBar(text, id: id) } else { line("  " + text) }
    }
  }

  private func drawBar(_ text: String, id: Int) {
    let text = text.cut(toColumns: (form.width ?? 80) - 1)
    progress.withLock { progress in sink.write(progress.drawing(text, id: id)) }
  }

  private func draw(_ label: String, id: Int) async {
    let text = label.withoutControls.cut(toColumns: (form.width ?? 80) - 3)
    do {
      try await clock.sleep(for: .milliseconds(300))
      for turn in 0... {
        progress.withLock { progress in sink.write(progress.drawing(text, turn: turn, id: id)) }
        try await clock.sleep(for: .milliseconds(100))
        try Task.checkCancellation()
      }
    } catch {
      // The work has ended and erased the line.
    }
  }
}
