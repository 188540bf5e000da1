import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Revalidating a list keeps its length.
///
/// A character is 10 ms.
@Suite struct `Revalidating a list (U5)` {
  @Test func `a stale list loads all its pages again`() {
    marbles { m in
      let (first, second) = (m.pages("-1|"), m.pages("-2|"))
      let rows = m.loadedRows(["a": first, "a2": second])
      m.hot("---n--iv") { sign in
        switch sign {
        case "n": _ = rows.next()
        case "i": rows.invalidate()
        default: _ = rows.revalidate()
        }
      }
      m.expectSubscriptions(first, ["-^!", "-------^!"])
      m.expectSubscriptions(second, ["---^!", "--------^!"])
    }
  }

  @Test func `a fresh list loads nothing but the end whose page has failed`() {
    marbles { m in
      let (first, second) = (m.pages("-1|"), m.pages("-#", then: ["-2|"]))
      let rows = m.loadedRows(["a": first, "a2": second])
      m.hot("---n-v-v") { _ = $0 == "n" ? rows.next() : rows.revalidate() }
      m.expectSubscriptions(first, ["-^!"])
      m.expectSubscriptions(second, ["---^!", "-----^!"])
    }
  }

  @Test func `a failed list is loaded again, and one that is not requested is not`() {
    marbles { m in
      let first = m.pages("-#", then: ["-1|"])
      let rows = m.rows(["a": first])
      m.hot("va-v") { _ = $0 == "a" ? rows.load("a") : rows.revalidate() }
      m.expectSubscriptions(first, ["-^!", "---^!"])
    }
  }

  @Test func `a running load is joined; one that was invalidated restarts once`() {
    marbles { m in
      let first = m.pages("----1|")
      let rows = m.rows(["a": first])
      m.hot("-avivv") { sign in
        switch sign {
        case "a": rows.load("a")
        case "i": rows.invalidate()
        default: _ = rows.revalidate()
        }
      }
      m.expectSubscriptions(first, ["-^--!", "----^---!"])
    }
  }

  @Test func `the delay before a retry continues`() {
    marbles { m in
      let first = m.pages("-#", then: ["-1|"])
      var policy = PagingPolicy()
      policy.load.retry = .constant(.milliseconds(40), limit: 1)
      let rows = m.rows(["a": first], policy)
      m.hot("-a-v") { _ = $0 == "a" ? rows.load("a") : rows.revalidate() }
      m.expectSubscriptions(first, ["-^!", "------^!"])
    }
  }
}
