import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

enum Terminal {
  static var hasKeyboard: Bool { isatty(STDIN_FILENO) == 1 }

  static var size: LiveScreen.Size? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return LiveScreen.Size(lines: Int(size.ws_row), columns: Int(size.ws_col))
  }

  static func input() -> AsyncStream<[UInt8]> {
    AsyncStream { pieces in
      // A read blocks, so it runs on a separate thread.
      Thread.detachNewThread {
        while case let piece = FileHandle.standardInput.availableData, !piece.isEmpty {
          pieces.yield(Array(piece))
        }
        pieces.finish()
      }
    }
  }

  /// Runs the body on a separate screen in raw mode; the terminal is always restored.
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

  struct Refused: Error, CustomStringConvertible {
    let description = "The terminal does not support reading single keys."
  }
}

/// Restores the terminal, also from a signal handler, which must not allocate.
enum TerminalRescue {
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ]

  // SAFETY: written by `arm` before a handler is installed that reads it, and never after.
  nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)

  private static let leaving: StaticString = "\u{1B}[?1049l\u{1B}[?25h"

  /// Saves the settings of the terminal; a signal that ends the process restores them first.
  static func arm(_ before: termios) {
    saved.initialize(to: before)
    _ = leaving
    for number in signals {
      signal(number) { number in
        TerminalRescue.giveBack(TCSANOW)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    // A stopped process would leave the terminal in raw mode.
    signal(SIGTSTP, SIG_IGN)
  }

  static func restore() {
    giveBack(TCSAFLUSH)
    for number in signals + [SIGTSTP] { signal(number, SIG_DFL) }
  }

  private static func giveBack(_ time: Int32) {
    _ = write(STDOUT_FILENO, leaving.utf8Start, leaving.utf8CodeUnitCount)
    tcsetattr(STDIN_FILENO, time, saved)
  }
}

struct ConsoleForm: Hashable, Sendable {
  var isTerminal: Bool
  var usesStyles: Bool
  var width: Int?
}

extension ConsoleForm {
  /// Text without control characters, in lines of any length.
  static let plain = ConsoleForm(isTerminal: false, usesStyles: false, width: nil)

  static func standardOutput() -> ConsoleForm {
    ConsoleForm(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      columns: Terminal.size?.columns,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// Applies the conventions of terminals: `TERM=dumb` erases nothing, `NO_COLOR` has no styles.
  init(isTerminal: Bool, columns: Int?, environment: [String: String]) {
    guard isTerminal, environment["TERM"] != "dumb" else {
      self = .plain
      return
    }
    let width = columns ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
    self.init(
      isTerminal: true,
      usesStyles: environment["NO_COLOR", default: ""].isEmpty,
      width: max(20, width)
    )
  }
}
