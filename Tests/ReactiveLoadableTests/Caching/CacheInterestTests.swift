import LoadableTesting
import ReactiveLoadable
import Testing

/// Contract C1: one load for all interests.
///
/// A character is 10 ms, the grace time is 30 ms.
///
/// In the diagram of a row, `s` shows it and `x` hides it.
@Suite struct `Interest in a key (C1)` {
  @Test func `interests join a running load, and dropping one of several changes nothing`() {
    marbles { m in
      let work = m.text("-----A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s", "k", in: cache), "-l----A", textStates)
      m.expect(m.row("---s--x", "k", in: cache), "---l", textStates)
      m.expect(m.row("----------s", "k", in: cache), "----------A", textStates)
      m.expectSubscriptions(work, ["-^----!"])
    }
  }

  @Test func `two interests share a load, as in the article`() {
    marbles { m in
      let poster = m.cold("---p|")
      let policy = CachePolicy<String>(load: LoadPolicy(clock: m.clock))
      let posters = m.keep(LoaderCache(policy: policy) { (_: Int) in try await poster() })
      let (row, detail) = (posters.interest(in: 7), posters.interest(in: 7))
      m.expect(row.states, "l--p-|", .states(loaded: ["p": "p"]))
      m.expectSubscriptions(poster, ["^--!"])
      m.at(.milliseconds(50)) { row.cancel() }
      m.at(.milliseconds(60)) { detail.cancel() }
    }
  }

  @Test func `the first interest may end, and the load continues for the second`() {
    marbles { m in
      let work = m.text("-----A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expect(m.row("--s", "k", in: cache), "--l---A", textStates)
      m.expectSubscriptions(work, ["-^----!"])
    }
  }

  @Test func `after the last interest ends the load is cancelled at the end of the grace time`() {
    marbles { m in
      let work = m.text("---------A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expectSubscriptions(work, ["-^----!"])
    }
  }

  @Test func `an interest within the grace time joins the load in flight`() {
    marbles { m in
      let work = m.text("---------A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x-s", "k", in: cache), "-l---l----A", textStates)
      m.expectSubscriptions(work, ["-^--------!"])
    }
  }

  @Test func `a value that arrives within the grace time is cached`() {
    marbles { m in
      let work = m.text("----A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x---s", "k", in: cache), "-l-----A", textStates)
      m.expectSubscriptions(work, ["-^---!"])
    }
  }

  @Test func `an interest after the load was cancelled starts another one`() {
    marbles { m in
      let work = m.text("---------A|")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s-x---s", "k", in: cache), "-l-----l--------A", textStates)
      m.expectSubscriptions(work, ["-^----!", "-------^--------!"])
    }
  }

  @Test func `without a grace time the load is cancelled immediately`() {
    marbles { m in
      let work = m.text("---------A|")
      let cache = m.cache(["k": work], .sample(grace: .zero))
      m.expect(m.row("-s-x", "k", in: cache), "-l", textStates)
      m.expectSubscriptions(work, ["-^-!"])
    }
  }
}
