import Dispatch
import Foundation
import Testing

/// Tests that hang, for `Scripts/planted-hang.sh`, which checks that `Scripts/test` names them.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PLANT_A_HANG"] != nil))
struct PlantedHangTests {
  @Test func `a task that is never resumed`() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  @Test func `a thread that is blocked`() {
    DispatchSemaphore(value: 0).wait()
  }

  @Test func `a test that ends`() {}
}
