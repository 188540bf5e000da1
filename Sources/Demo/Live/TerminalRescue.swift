#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Gives the terminal back as it was, also from a signal handler.
///
/// A handler may do next to nothing: what it needs is allocated before, and it calls only what
/// POSIX allows there.
enum TerminalRescue {
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ]

  // SAFETY: written by `arm` before a handler is installed that reads it, and never after.
  nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)

  private static let leaving: StaticString = "\u{1B}[?1049l\u{1B}[?25h"

  /// Remembers how the terminal was; from now on a signal that ends the process restores it first.
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
    // Who stopped the process from outside would find the terminal as the process needs it.
    signal(SIGTSTP, SIG_IGN)
  }

  /// Restores the terminal, and leaves signals alone again.
  static func restore() {
    giveBack(TCSAFLUSH)
    for number in signals + [SIGTSTP] { signal(number, SIG_DFL) }
  }

  private static func giveBack(_ time: Int32) {
    _ = write(STDOUT_FILENO, leaving.utf8Start, leaving.utf8CodeUnitCount)
    tcsetattr(STDIN_FILENO, time, saved)
  }
}
