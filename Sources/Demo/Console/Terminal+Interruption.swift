import Dispatch
import Foundation

extension Terminal {
  /// Returns when the process receives an interrupt.
  static func interruption() async {
    signal(SIGINT, SIG_IGN)
    let (interrupts, interrupted) = AsyncStream.makeStream(of: Void.self)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { interrupted.finish() }
    source.resume()
    for await _ in interrupts {}
    source.cancel()
  }
}
