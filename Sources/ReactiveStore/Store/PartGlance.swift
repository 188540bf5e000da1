/// A fast check whether a part of a state is unchanged, which compares bits.
///
/// Equal bits mean an equal value, because the last value is retained: nothing that it refers to
/// can be deallocated and its address reused. Different bits prove nothing; the part itself must
/// then be compared.
struct PartGlance: Sendable {
  private let last: SeenBits
  private let offset: Int

  /// Creates a check of the part at an offset, if both are known.
  init?(_ last: SeenBits?, at offset: Int?) {
    guard let last, let offset else { return nil }
    self.last = last
    self.offset = offset
  }

  /// Returns true if the part has the same bits in the state at the pointer.
  func seesTheSame(in state: UnsafeRawPointer) -> Bool { last.areTheSame(at: state + offset) }
}

/// The bits of the last seen value of a part.
// SAFETY: it is accessed only in the turns of one store, which run one after the other.
class SeenBits: @unchecked Sendable {
  private let bits: UnsafeRawPointer
  private let size: Int

  init(_ bits: UnsafeRawPointer, size: Int) {
    self.bits = bits
    self.size = size
  }

  /// Returns true if the value at a pointer has the same bits.
  final func areTheSame(at place: UnsafeRawPointer) -> Bool {
    var offset = 0
    while offset + 8 <= size {
      let (new, old) = (
        place.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        bits.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if new != old { return false }
      offset += 8
    }
    return (offset..<size).allSatisfy {
      place.load(fromByteOffset: $0, as: UInt8.self)
        == bits.load(fromByteOffset: $0, as: UInt8.self)
    }
  }
}

/// The last seen value of a part, stored where its bits can be compared.
// SAFETY: as for its superclass.
final class SeenPart<Part: Sendable>: SeenBits, @unchecked Sendable {
  private let value: UnsafeMutablePointer<Part>

  init(_ value: Part) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    super.init(UnsafeRawPointer(self.value), size: MemoryLayout<Part>.size)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  func see(_ new: Part) { value.pointee = new }

  /// Returns true if a value has the same bits.
  func isTheSame(as part: inout Part) -> Bool {
    withUnsafePointer(to: &part) { areTheSame(at: $0) }
  }
}
