import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The terminal that the process was started on.
enum Terminal {
  /// Whether somebody sits at the keyboard.
  static var hasKeyboard: Bool { isatty(STDIN_FILENO) == 1 }

  /// Lines and columns as they are now; nil if the terminal does not tell, or there is none.
  static var size: LiveScreen.Size? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return LiveScreen.Size(lines: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// What is typed or piped in, as it comes; it ends with the input.
  static func input() -> AsyncStream<[UInt8]> {
    AsyncStream { pieces in
      // A read waits for as long as it takes, so it has a thread of its own.
      Thread.detachNewThread {
        while let piece = nextInput() { pieces.yield(piece) }
        pieces.finish()
      }
    }
  }

  private static func nextInput() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return Array(buffer.prefix(count)) }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}

extension Terminal {
  /// Runs the body on a screen of its own, with every key going to the program.
  ///
  /// The terminal is as it was when this returns, and also when a signal ends the process.
  ///
  /// - Throws: ``Refused``, and what the body throws.
  @MainActor
  static func raw(_ body: () async throws -> Void) async throws {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw Refused() }
    TerminalRescue.arm(before)
    defer { TerminalRescue.restore() }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
    withUnsafeMutableBytes(of: &raw.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else { throw Refused() }
    StandardOutput().write("\u{1B}[?1049h\u{1B}[?25l")
    try await body()
  }

  /// The terminal does not let its keys be read.
  struct Refused: Error, CustomStringConvertible {
    let description = "The terminal does not let single keys be read."
  }
}
