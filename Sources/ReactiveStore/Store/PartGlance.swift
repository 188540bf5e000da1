/// A quick look whether a part of a state is still what it was: it compares bits.
///
/// The same bits are the same value, because the value that was seen last is kept: nothing that it refers
/// to can have gone and left its place to something else. Other bits say nothing; then the part itself has
/// to look.
@usableFromInline
struct PartGlance: Sendable {
  private let last: any LastPart
  private let offset: Int

  /// Creates a look at what is stored at an offset in a state, if both are known.
  @usableFromInline
  init?<Part: Sendable>(_ last: SeenPart<Part>?, at offset: Int?) {
    guard let last, let offset else { return nil }
    self.last = last
    self.offset = offset
  }

  /// Whether a state has the same bits there; the pointer is to the state.
  @usableFromInline
  func seesTheSame(in state: UnsafeRawPointer) -> Bool { last.hasTheBits(at: state + offset) }
}

/// The value of a part that was seen last.
protocol LastPart: AnyObject, Sendable {
  func hasTheBits(at place: UnsafeRawPointer) -> Bool
}

/// The value of a part that was seen last, where its bits can be looked at.
@usableFromInline
final class SeenPart<Part: Sendable>: LastPart {
  private let value: UnsafeMutablePointer<Part>

  @usableFromInline
  init(_ value: Part) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  @usableFromInline
  func see(_ new: Part) { value.pointee = new }

  /// Whether a value has the same bits.
  func isTheSame(as part: inout Part) -> Bool {
    withUnsafePointer(to: &part) { hasTheBits(at: UnsafeRawPointer($0)) }
  }

  func hasTheBits(at place: UnsafeRawPointer) -> Bool {
    let (seen, size) = (UnsafeRawPointer(value), MemoryLayout<Part>.size)
    var offset = 0
    while offset + 8 <= size {
      let (new, old) = (
        place.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        seen.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if new != old { return false }
      offset += 8
    }
    return (offset..<size).allSatisfy {
      place.load(fromByteOffset: $0, as: UInt8.self)
        == seen.load(fromByteOffset: $0, as: UInt8.self)
    }
  }
}

// SAFETY: it is touched in the turns of one store only, which come one after the other.
extension SeenPart: @unchecked Sendable {}
