import MarbleTesting
import ReactiveLoadable
import Testing

/// Contract C1: one load for all who are interested.
///
/// A character is 10 ms, the grace time is 30 ms.
@Suite struct `Interest in a key (C1)` {
  @Test func `rows that come while a load runs join it, and one that leaves changes nothing`() {
    marbles { m in
      let work = m.text("-----A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s", "k", in: cache), "-l----A", textStates)
      m.expect(m.row("---s--x", "k", in: cache), "---l", textStates)
      m.expect(m.row("----------s", "k", in: cache), "----------A", textStates)
      m.expectSubscriptions(work, ["-^----!"])
    }
  }

  @Test func `a test of a cache, as the article has it`() {
    marbles { m in
      let poster = m.cold("---p|")
      let policy = CachePolicy<String>(loading: LoadPolicy(clock: m.clock))
      let posters = m.keep(LoaderCache(policy: policy) { (_: Int) in try await poster() })
      let (row, detail) = (posters.interest(in: 7), posters.interest(in: 7))
      m.expect(row.states, "l--p-|", .states(loaded: ["p": "p"]))
      m.expectSubscriptions(poster, ["^--!"])
      m.at(.milliseconds(50)) { row.cancel() }
      m.at(.milliseconds(60)) { detail.cancel() }
    }
  }

  @Test func `the first one may leave, and the load goes on for the second`() {
    marbles { m in
      let work = m.text("-----A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expect(m.row("--s", "k", in: cache), "--l---A", textStates)
      m.expectSubscriptions(work, ["-^----!"])
    }
  }

  @Test func `when the last one leaves the load is cancelled after the grace time`() {
    marbles { m in
      let work = m.text("---------A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expectSubscriptions(work, ["-^----!"])
    }
  }

  @Test func `who comes back within the grace time finds the load on its way`() {
    marbles { m in
      let work = m.text("---------A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x-s", "k", in: cache), "-l---l----A", textStates)
      m.expectSubscriptions(work, ["-^--------!"])
    }
  }

  @Test func `a value that comes within the grace time is kept`() {
    marbles { m in
      let work = m.text("----A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x---s", "k", in: cache), "-l-----A", textStates)
      m.expectSubscriptions(work, ["-^---!"])
    }
  }

  @Test func `who comes after the load was cancelled begins another one`() {
    marbles { m in
      let work = m.text("---------A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x---s", "k", in: cache), "-l-----l--------A", textStates)
      m.expectSubscriptions(work, ["-^----!", "-------^--------!"])
    }
  }

  @Test func `without a grace time the load is cancelled at once`() {
    marbles { m in
      let work = m.text("---------A|")
      let cache = m.cache(["k": work], .sample(grace: .zero))
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expectSubscriptions(work, ["-^-!"])
    }
  }
}
