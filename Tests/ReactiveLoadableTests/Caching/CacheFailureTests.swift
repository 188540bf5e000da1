import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Contract C7: a failure is a state with a retry, neither an endless miss nor a blacklist.
///
/// The retry delay is 50 ms here; an interest during it does not retry.
///
/// In the diagram of a row, `s` shows it, `x` hides it, `r` refreshes it and `t` retries it.
@Suite struct `Failures in a cache (C7)` {
  @Test func `a failure is visible to all, and one retry reloads for all`() {
    marbles { m in
      let work = m.text("--#", then: ["--A|"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-s---t", "k", in: cache), "-l-f-t-A", textStates)
      m.expect(m.row("----s", "k", in: cache), "----ft-A", textStates)
    }
  }

  @Test func `a row that appears soon after a failure shows it, and requests nothing`() {
    marbles { m in
      let work = m.text("--#")
      let cache = m.cache(["k": work])
      m.expect(m.row("-s---x", "k", in: cache), "-l-f", textStates)
      m.expect(m.row("-------s", "k", in: cache), "-------f", textStates)
      m.expectSubscriptions(work, ["-^-!"])
      m.at(.milliseconds(100)) { #expect(cache.statistics.failureHits == 1) }
    }
  }

  @Test func `a row that appears later retries`() {
    marbles { m in
      let work = m.text("--#", then: ["--A|"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-s---x", "k", in: cache), "-l-f", textStates)
      m.expect(m.row("--------s", "k", in: cache), "--------l-A", textStates)
    }
  }

  @Test func `a failure over a value keeps the value visible`() {
    marbles { m in
      let work = m.text("--A|", then: ["--#"])
      let cache = m.cache(["k": work])
      m.expect(m.row("-s--r---x", "k", in: cache), "-l-Ar-F", textStates)
      m.expect(m.row("----------s", "k", in: cache), "----------F", textStates)
    }
  }

  @Test func `after the maximum number of failures only a retry loads again`() {
    marbles { m in
      let work = m.text("#", then: ["#", "-A|"])
      let policy = CachePolicy<String>.sample(afterFailure: .constant(.zero, limit: 1))
      let cache = m.cache(["k": work], policy)
      m.expect(m.row("-sx", "k", in: cache), "-(lf)", textStates)
      m.expect(m.row("---sx", "k", in: cache), "---(lf)", textStates)
      m.expect(m.row("-----s-t", "k", in: cache), "-----f-tA", textStates)
    }
  }

  @Test func `each consecutive failure has a longer delay, and a success resets it`() {
    marbles { m in
      let work = m.text("#", then: ["#", "A|", "#", "A|"])
      let rest = RetryPolicy.exponential(from: .milliseconds(20), limit: .max)
      let cache = m.cache(["k": work], .sample(afterFailure: rest))
      for (row, seen) in [
        ("-sx", "-(lf)"), ("--sx", "--f"), ("---sx", "---(lf)"), ("------sx", "------f"),
        ("-------sr-x", "-------(lA)(rF)"), ("---------sx", "---------F"),
        ("----------s", "----------(LA)"),
      ] {
        m.expect(m.row(row, "k", in: cache), seen, textStates)
      }
    }
  }

  @Test func `an interest does not repeat a load whose error is not worth a retry`() {
    marbles { m in
      let work = m.text("#", then: ["-A|"])
      let rest = RetryPolicy(limit: .max, shouldRetry: { $0 as? SampleError != .first }) { _, _ in
        .zero
      }
      let cache = m.cache(["k": work], .sample(afterFailure: rest))
      m.expect(m.row("-sx", "k", in: cache), "-(lf)", textStates)
      m.expect(m.row("---s-t", "k", in: cache), "---f-tA", textStates)
    }
  }

  @Test(.needsImmediateTasks)
  func `a cancellation thrown by the work is no failure, and the next row loads`() {
    marbles { m in
      let calls = PublishRelay<String>()
      let policy = CachePolicy<String>.sample(LoadPolicy { $0 as? SampleError == .second })
      let cache = m.keep(
        TextCache(policy: policy) { (key: String) async throws(SampleError) -> String in
          calls.accept(key)
          throw .second
        }
      )
      m.expect(m.row("-sx", "k", in: cache), "-n", textStates)
      m.expect(m.row("---s", "k", in: cache), "---n", textStates)
      m.expect(calls, "-k-k")
    }
  }

  @Test func `the delay before a failed key loads again depends on the error`() {
    marbles { m in
      let rest = RetryPolicy(limit: .max) { _, error in
        error as? SampleError == .first ? .milliseconds(30) : .zero
      }
      let cache = m.cache(["k": m.text("#", then: ["A|"])], .sample(afterFailure: rest))
      m.expect(m.row("-sx", "k", in: cache), "-(lf)", textStates)
      m.expect(m.row("---sx", "k", in: cache), "---f", textStates)
      m.expect(m.row("-----s", "k", in: cache), "-----(lA)", textStates)
    }
  }

  @Test func `a load retries by its own policy`() {
    marbles { m in
      let work = m.text("-#", then: ["-A|"])
      let retry = RetryPolicy.constant(.milliseconds(20), limit: 1)
      let cache = m.cache(["k": work], .sample(LoadPolicy(retry: retry)))
      m.expect(m.row("-s", "k", in: cache), "-l1--A", textStates)
      // An interest that joins does not shorten the delay.
      m.expect(m.row("---s", "k", in: cache), "---1-A", textStates)
      m.at(.milliseconds(100)) { #expect(cache.statistics.loads == 1) }
    }
  }
}
