import Foundation

/// Uninitialized memory, which is deallocated when this value is destroyed.
struct OwnedBytes: ~Copyable {
  /// The bytes of memory of this computer.
  private static let limit = ProcessInfo.processInfo.physicalMemory

  let whole: UnsafeMutableRawBufferPointer

  /// Allocates memory; `nil` if this computer does not have so much.
  ///
  /// The system may promise more than it has, and end the process later.
  init?(count: Int) {
    guard count <= Self.limit, let memory = malloc(max(1, count)) else { return nil }
    whole = UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  deinit { free(whole.baseAddress) }

  /// Returns the same bytes as data, without a copy.
  consuming func asData() -> Data {
    let memory = whole
    discard self
    guard let start = memory.baseAddress, !memory.isEmpty else {
      free(memory.baseAddress)
      return Data()
    }
    return Data(bytesNoCopy: start, count: memory.count, deallocator: .free)
  }
}
