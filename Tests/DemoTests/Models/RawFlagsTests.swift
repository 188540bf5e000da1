import ReactiveLoadable
import Testing

@testable import Demo

@Suite struct RawFlagsTests {
  typealias Flags = LoadFlags<Int, APIError>

  @Test func `every combination has its number and its verdict`() {
    let verdicts: [(Flags, Int, String?)] = [
      (Flags(), 1, "an empty screen between two states"),
      (Flags(value: 1), 2, nil),
      (Flags(isLoading: true), 3, nil),
      (Flags(value: 1, isLoading: true), 4, nil),
      (Flags(error: .timedOut), 5, nil),
      (Flags(value: 1, error: .timedOut), 6, nil),
      (Flags(value: 1, error: .timedOut, isValueNewer: true), 6, "an error next to a fresh value"),
      (Flags(isLoading: true, error: .timedOut), 7, "a spinner over an error"),
      (Flags(value: 1, isLoading: true, error: .timedOut), 8, "a spinner over an error and rows"),
    ]
    for (flags, number, contradiction) in verdicts {
      #expect(flags.number == number)
      #expect(flags.contradiction(isFirst: false) == contradiction)
    }
    #expect(Flags().contradiction(isFirst: true) == nil)
  }

  @Test @MainActor func `changes to an equal value are not counted`() {
    let (value, isLoading) = (BehaviorRelay<Int?>(nil), BehaviorRelay(false))
    let error = BehaviorRelay<APIError?>(nil)
    let raw = RawFlags(value: value, isLoading: isLoading, error: error)
    let seen = BehaviorRelay<[Int]>([])
    let subscription = raw.combinations.sink { flags in seen.update { $0.append(flags.number) } }
    isLoading.accept(false)
    value.accept(1)
    value.accept(1)
    error.accept(nil)
    error.accept(.timedOut)
    value.accept(1)
    #expect(seen.value == [1, 2, 6, 6])
    #expect(raw.combinations.value.isValueNewer)
    subscription.cancel()
  }

  @Test func `a census counts observed and impossible combinations`() {
    let census = FlagCensus([
      Flags(), Flags(isLoading: true), Flags(), Flags(isLoading: true, error: .timedOut),
    ])
    #expect(census.numbers == [1, 3, 7])
    #expect(
      census.contradictions() == ["an empty screen between two states", "a spinner over an error"]
    )
    let lines = census.table.lines(width: nil)
    #expect(lines.count == 10)
    #expect(lines[2].hasSuffix("2  1×  an empty screen between two states"))
    #expect(lines[3].hasSuffix("–"))
  }
}
