/// Where the live screen is drawn.
protocol LiveDisplay: Sendable {
  /// When a key has its turn, and so when there is something to draw.
  var pace: KeyQueue.Pace { get }
  /// How large the screen is now.
  var size: LiveScreen.Size { get }
  /// Draws the screen.
  func draw(_ lines: [StyledLine])
}

/// A terminal: each screen is drawn in the place of the one before.
struct TerminalDisplay: LiveDisplay {
  let form: ConsoleForm
  var sink: any TextSink = StandardOutput()

  var pace: KeyQueue.Pace { .atOnce }
  var size: LiveScreen.Size { Terminal.size ?? LiveScreen.Size() }

  func draw(_ lines: [StyledLine]) {
    var (form, size) = (form, size)
    form.width = size.columns
    // A line too many would push up the first.
    sink.write(Array(lines.prefix(size.lines)).frame(form: form))
  }
}

/// A pipe: each screen is written below the one before.
struct PipeDisplay: LiveDisplay {
  let console: Console

  var pace: KeyQueue.Pace { .whenSettled }
  var size: LiveScreen.Size { LiveScreen.Size() }

  func draw(_ lines: [StyledLine]) {
    for line in lines { console.line(line.text, style: line.style) }
    console.line()
  }
}
