import Foundation

/// Uninitialized memory, which is deallocated when this value is destroyed.
struct OwnedBytes: ~Copyable {
  let whole: UnsafeMutableRawBufferPointer

  init(count: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    whole = memory
  }

  deinit { whole.deallocate() }

  /// Returns the same bytes as data, without a copy.
  consuming func asData() -> Data {
    let memory = whole
    discard self
    guard let start = memory.baseAddress, !memory.isEmpty else {
      memory.deallocate()
      return Data()
    }
    return Data(
      bytesNoCopy: start,
      count: memory.count,
      deallocator: .custom { start, _ in start.deallocate() }
    )
  }
}
