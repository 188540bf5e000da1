#if canImport(Darwin) && canImport(XCTest)
import Darwin

/// The test case of XCTest that runs.
///
/// Xcode runs the tests of both test libraries in one process. An issue in a detached task or on
/// another thread has no test of Swift Testing. If no test case runs, XCTest would drop it.
enum CurrentTestCase {
  private typealias Current = @convention(c) () -> AnyObject?

  // NB: XCTest has no public function for it. Without this one, all issues without a test are those of XCTest.
  private static let current: Current? = {
    let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    let symbol = dlsym(everywhere, "_XCTCurrentTestCase")
    return symbol.map { unsafeBitCast($0, to: Current.self) }
  }()

  static var exists: Bool { current.map { $0() != nil } ?? true }
}
#endif
