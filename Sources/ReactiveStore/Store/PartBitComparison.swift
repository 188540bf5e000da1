/// A fast check whether a part of a state is unchanged, which compares bits.
///
/// Equal bits mean an equal value, because the last value is retained: nothing that it refers to
/// can be deallocated and its address reused. Different bits prove nothing; the part itself must
/// then be compared.
struct PartBitComparison: Sendable {
  private let last: RetainedPart
  private let offset: Int

  /// Creates a check of the part at an offset, if both are known.
  init?(_ last: RetainedPart?, at offset: Int?) {
    guard let last, let offset else { return nil }
    self.last = last
    self.offset = offset
  }

  /// Returns true if the part has the same bits in the state at the pointer.
  func isUnchanged(in state: UnsafeRawPointer) -> Bool { last.areEqual(at: state + offset) }
}

/// The last value of a part, stored where its bits can be compared.
///
/// All values that are passed to one object have the type of the first.
// SAFETY: it is accessed only on the serial queue of one store.
final class RetainedPart: @unchecked Sendable {
  private let bits: UnsafeMutableRawPointer
  private let size: Int
  private let free: (UnsafeMutableRawPointer) -> Void

  init<Part: Sendable>(_ value: Part) {
    let part = UnsafeMutablePointer<Part>.allocate(capacity: 1)
    part.initialize(to: value)
    bits = UnsafeMutableRawPointer(part)
    size = MemoryLayout<Part>.size
    free = {
      let part = $0.assumingMemoryBound(to: Part.self)
      part.deinitialize(count: 1)
      part.deallocate()
    }
  }

  deinit { free(bits) }

  func update<Part: Sendable>(_ new: Part) { bits.assumingMemoryBound(to: Part.self).pointee = new }

  /// Returns true if a value has the same bits.
  func hasSameBits<Part: Sendable>(as part: inout Part) -> Bool {
    withUnsafePointer(to: &part) { areEqual(at: $0) }
  }

  /// Returns true if the value at a pointer has the same bits.
  func areEqual(at pointer: UnsafeRawPointer) -> Bool {
    var offset = 0
    while offset + 8 <= size {
      let (new, old) = (
        pointer.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        bits.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if new != old { return false }
      offset += 8
    }
    return (offset..<size).allSatisfy {
      pointer.load(fromByteOffset: $0, as: UInt8.self)
        == bits.load(fromByteOffset: $0, as: UInt8.self)
    }
  }
}
