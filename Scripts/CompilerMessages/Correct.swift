import MarbleTesting

// Calls that must compile, also with the overloads that only give messages.

struct Timeout: Error {}

struct Pixel { var x = 0 }

func inputs(_ m: Marbles) async throws {
  let words = m.hot("-a-b|")
  let counts = m.hot("-a-#", ["a": 1], failure: Timeout())
  let load = m.cold("--#", ["x": [1]], failure: Timeout(), then: ["--x|"])
  let empty = m.cold("--#", [String: Pixel](), failure: Timeout())
  m.hot("-a") { print($0) }
  m.hot("-a") { print("tap") }
  m.hot("-a", ["a": 1]) { (count: Int) in print(count) }
  for await word in words.elements { print(word) }
  for try await count in counts.elements { print(count) }
  let list: [Int] = try await load()
  let pixel = try await empty(orCancelled: Timeout())
  print(list, pixel, words.map(\.count), counts.filter { $0 > 1 })
  m.expectSubscriptions(load, ["^-!"])
}

func expectations(_ m: Marbles, _ title: String?, _ pixels: AnyPublisher<Pixel, Timeout>) {
  m.expect(m.hot("a-b"), "a-b")
  m.expect(m.hot("a-b").elements, "a-b", checking: .order)
  m.expect(m.hot("a", ["a": [1]]), "a", ["a": [1]])
  m.expect(pixels, "a-#", failure: Timeout()) { _, pixel in pixel.x == 1 }
  m.expect(reading: { title }, "a", ["a": nil])
  m.expect(reading: { title?.count ?? 0 }, "0")
  m.expectChanges(of: title, "a", ["a": nil])
  m.expectChanges(of: title?.count ?? 0, "0")
}

func runs() async throws(Timeout) {
  marbles { m in
    m.at(.milliseconds(10)) { print("step") }
    Task { try await Task.sleep(for: .seconds(1)) }
    m.expectCleanRun()
  }
  try marbles { _ throws(Timeout) in throw Timeout() }
  marbles(on: MainActor.shared) { $0.expectCleanRun() }
}
