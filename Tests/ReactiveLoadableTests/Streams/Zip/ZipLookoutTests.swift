import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite struct `The snapshot of a zip (Z2)` {
  @Test func `parts that change while they are read are read again`() {
    let (first, second) = (BehaviorRelay("a"), BehaviorRelay("b"))
    let looks = Log<String>()
    let lookout = ZipLookout<String>([ZipPart(first.core), ZipPart(second.core)]) {
      let seen = first.value
      if looks.entries.isEmpty {
        first.accept("A")
        second.accept("B")
      }
      looks.note(seen + second.value)
      return ZipLookout.Look(state: seen + second.value, parts: ())
    }
    #expect(lookout.now.state == "AB")
    #expect(looks.entries == ["aB", "AB"])
  }
}
