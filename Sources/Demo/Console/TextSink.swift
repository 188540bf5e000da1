import Foundation

/// Where the console's text goes.
protocol TextSink: Sendable {
  func write(_ text: String)
}

/// The standard output of the process.
struct StandardOutput: TextSink {
  func write(_ text: String) {
    // A reader that has gone away, such as `head`, is no reason to stop.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}
