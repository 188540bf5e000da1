import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Laws of the rows of a paged list (Q3, Q4)` {
  /// Changes a list 60 times; inside a marble run, because lists of more than sixteen pages
  /// continue in tasks.
  private func hold(
    _ seed: Int,
    _ m: Marbles,
    _ disturb: @escaping (inout SeededGenerator) -> Void,
    law: @escaping () -> String?
  ) {
    let broken = m.keep(PublishRelay<String>())
    var random = SeededGenerator(UInt64(seed))
    for step in 0..<60 {
      m.at(.milliseconds(10) * step) {
        disturb(&random)
        if let law = law() { broken.accept("seed \(seed), step \(step): \(law)") }
      }
    }
    m.expect(broken, "")
  }

  @Test(arguments: 0..<40)
  func `rows equal a transform of the whole list`(seed: Int) {
    marbles { m in
      let policy = PagingPolicy(
        prefetchDistance: 2,
        window: seed.isMultiple(of: 3) ? 3 : nil
      )
      let loader = m.keep(RowSource(size: 4).loader(policy))
      let rows = m.keep(
        loader.rows { row in
          row.id.isMultiple(of: 3) ? nil : Row(id: row.id, text: "\(row.text)!")
        }
      )
      hold(seed, m) { random in
        disturb(&random, loader, rows)
      } law: {
        let expected = loader.state.latest?.filter { !$0.id.isMultiple(of: 3) }.map {
          Row(id: $0.id, text: "\($0.text)!")
        }
        let isRight =
          rows.state.latest.map(Array.init) == expected
          && rows.state.latest?.append == loader.state.latest?.append
          && rows.state.latest?.prepend == loader.state.latest?.prepend
        return isRight ? nil : "\(rows.state) of \(loader.state)"
      }
    }
  }

  @Test(arguments: 0..<40)
  func `a section header precedes its first item and every change of section`(seed: Int) {
    marbles { m in
      let policy = PagingPolicy(window: seed.isMultiple(of: 3) ? 4 : nil)
      let loader = m.keep(RowSource(size: 3).loader(policy))
      let rows = m.keep(loader.sectionedRows { ($0.id + 500) / 5 % 4 })
      hold(seed, m) { random in
        changeRandomly(loader, &random)
      } law: {
        guard let list = rows.state.latest, let items = loader.state.latest else { return nil }
        let sections = items.map { ($0.id + 500) / 5 % 4 }
        let starts = sections.indices.filter { $0 == 0 || sections[$0 - 1] != sections[$0] }
        let expected = items.indices.flatMap { index in
          (starts.contains(index) ? ["s\(sections[index])"] : []) + ["\(items[index])"]
        }
        let found = list.map { row in row.section.map { "s\($0)" } ?? row.item.map { "\($0)" } }
        let isRight = found == expected && Set(list.map(\.id)).count == list.count
        return isRight ? nil : "\(Array(list)) of \(Array(items))"
      }
    }
  }

  private func disturb(
    _ random: inout SeededGenerator,
    _ loader: RowLoader,
    _ rows: PagedRows<String, Row, SampleError>
  ) {
    changeRandomly(loader, &random)
    guard let list = rows.state.latest, let row = list.randomElement(using: &random) else { return }
    if Bool.random(using: &random) { rows.visible(row.id) }
  }
}
