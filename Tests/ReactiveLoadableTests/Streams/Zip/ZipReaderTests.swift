import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite struct `The snapshot of a zip (Z2)` {
  @Test func `parts that change while they are read are read again`() {
    let (first, second) = (BehaviorRelay("a"), BehaviorRelay("b"))
    let readings = Log<String>()
    let reader = ZipReader<String, SampleError>(
      [ZipPart(first.source), ZipPart(second.source)],
      areEqual: ==
    ) {
      let read = first.value
      if readings.entries.isEmpty {
        first.accept("A")
        second.accept("B")
      }
      readings.note(read + second.value)
      return (.loaded(read + second.value), ())
    }
    #expect(reader.snapshot.state == .loaded("AB"))
    #expect(readings.entries == ["aB", "AB"])
  }
}
