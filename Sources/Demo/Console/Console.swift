import ReactiveLoadable
import Synchronization

/// The one writer of the demo's output.
///
/// Text from outside cannot steer the terminal: control characters are removed, whatever the form.
final class Console: Sendable {
  let form: ConsoleForm

  private let sink: any TextSink
  private let clock: any Clock<Duration>
  // Guards the order of what is written and whether a progress line stands on the screen.
  private let progress = Mutex(ProgressLine())

  init(
    sink: any TextSink = StandardOutput(),
    form: ConsoleForm = .standardOutput(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.sink = sink
    self.form = form
    self.clock = clock
  }

  /// Writes one line, cut to the width of the terminal.
  func line(_ text: String = "", style: TextStyle = .plain) {
    let clean = text.withoutControls
    let cut = form.width.map { clean.cut(toColumns: $0) } ?? clean
    write((form.usesStyles ? style.applied(to: cut) : cut) + "\n")
  }

  /// Writes several lines.
  func lines(_ texts: [String], style: TextStyle = .plain) {
    for text in texts { line(text, style: style) }
  }

  /// Writes a text over as many lines as it needs, at most 80 columns wide.
  func paragraph(_ text: String, style: TextStyle = .plain) {
    lines(text.withoutControls.wrapped(toColumns: min(form.width ?? 80, 80)), style: style)
  }

  /// Writes a table, its widest columns shortened until it fits the terminal.
  func table(_ table: TextTable) {
    lines(table.lines(width: form.width))
  }

  private func write(_ text: String) {
    progress.withLock { progress in
      sink.write(progress.erasing() + text)
    }
  }
}

extension Console {
  /// Runs some work; on a terminal a line shows that it goes on, once it takes more than 300 ms.
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

  /// Runs some work that tells how far it is: a bar on a terminal, a line for each quarter elsewhere.
  ///
  /// The work may tell it from any thread, as often as it likes.
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
      // The work is done, and whoever did it has erased the line.
    }
  }
}
