import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Descriptions of policies and their parts` {
  private struct Offline: Error, CustomStringConvertible { let description = "offline" }

  private func dumped(_ value: Any) -> String {
    var text = ""
    Swift.dump(value, to: &text)
    return text
  }

  @Test func `a dump of a policy has its settings, and nothing of its storage`() {
    let observer = LoadObserver { _ in }
    let retry = RetryPolicy.constant(.seconds(1), limit: 3)
    let load = LoadPolicy(
      retry: retry,
      timeout: LoadTimeout(load: .seconds(30)),
      name: "podcasts",
      observer: observer
    )
    let write = MutationPolicy(
      retry: retry,
      timeout: MutationTimeout(.seconds(30)),
      name: "save",
      observer: observer
    )
    let texts = [dumped(load), dumped(write), dumped(PagingPolicy(load: load))]
    for text in texts {
      #expect(!text.contains("unknown context") && !text.contains("(Function)"), "\(text)")
      #expect(text.contains("observer: LoadObserver\n"))
      #expect(text.contains("limit: 3\n"))
    }
    #expect(texts[0].contains(#"- name: "podcasts""#) && texts[0].contains("- previous: "))
    #expect(texts[0].contains("timeout: LoadTimeout: load 30 s"))
    #expect(texts[1].contains(#"- name: "save""#) && texts[1].contains("- overlap: "))
    #expect(texts[1].contains("timeout: MutationTimeout: 30 s"))
    #expect(!dumped(LoadPolicy()).contains("observer") && !dumped(LoadPolicy()).contains("name"))
  }

  @Test func `observers and timeouts print one line`() {
    #expect("\(LoadObserver { _ in })" == "LoadObserver")
    #expect(
      "\(LoadTimeout(attempt: .seconds(10), load: .milliseconds(1500)))"
        == "LoadTimeout: attempt 10 s, load 1.5 s"
    )
    #expect("\(LoadTimeout())" == "LoadTimeout: none")
    #expect(
      "\(LoadTimeout(attempt: .seconds(10), failure: Offline()))"
        == "LoadTimeout: attempt 10 s, failure offline"
    )
    #expect("\(MutationTimeout(.seconds(10)))" == "MutationTimeout: 10 s")
    #expect(
      "\(MutationTimeout(.seconds(10), failure: Offline()))"
        == "MutationTimeout: 10 s, failure offline"
    )
  }

  @Test(arguments: [
    (Duration.zero, "0 ms"), (.microseconds(400), "0.4 ms"), (.milliseconds(62), "62 ms"),
    (.microseconds(62_400), "62 ms"), (.microseconds(999_700), "1 s"),
    (.milliseconds(1_200), "1.2 s"), (.milliseconds(1_250), "1.25 s"), (.seconds(30), "30 s"),
    (.seconds(3600), "3600 s"), (.seconds(-2), "-2 s"),
    (.seconds(Int64.max), "9.223372036854776e+18 s"),
  ])
  func `a duration prints with the unit that suits it`(time: Duration, text: String) {
    let policy = LoadPolicy(freshness: .lasting(time))
    #expect("\(policy)" == "LoadPolicy: fresh for \(text)")
  }

  @Test func `a retry policy prints its delays`() {
    let constant = RetryPolicy.constant(.milliseconds(1_500), limit: 3)
    let exponential = RetryPolicy.exponential(from: .seconds(1), limit: 2)
    #expect("\(constant)" == "RetryPolicy: at most 3 retries, each after 1.5 s")
    #expect("\(exponential)" == "RetryPolicy: at most 2 retries, after 1 s doubled up to 60 s")
    #expect(
      "\(exponential.jittered())"
        == "RetryPolicy: at most 2 retries, after 1 s doubled up to 60 s jittered by 100 %"
    )
    #expect(
      "\(LoadPolicy(retry: constant.jittered(by: 0.25)))"
        == "LoadPolicy: retry 3 after 1.5 s jittered by 25 %"
    )
    #expect(
      "\(LoadPolicy(retry: exponential))" == "LoadPolicy: retry 2 after 1 s doubled up to 60 s"
    )
    #expect("\(RetryPolicy(limit: 3) { _, _ in .zero })" == "RetryPolicy: at most 3 retries")
    var custom = constant
    custom.limit = 2
    #expect("\(custom)" == "RetryPolicy: at most 2 retries, each after 1.5 s")
    custom.delay = { _, _ in .zero }
    #expect("\(custom)" == "RetryPolicy: at most 2 retries")
    #expect("\(RetryPolicy.never)" == "RetryPolicy: no retries")
  }
}

@Suite struct `Timeouts of work that cannot throw` {
  @Test(arguments: [
    (Optional("podcasts"), "The policy 'podcasts' has a timeout, but its work cannot throw"),
    (nil, "The policy has a timeout, but its work cannot throw"),
  ])
  func `the issue has the name of the policy`(name: String?, text: String) {
    withKnownIssue {
      let policy = LoadPolicy(timeout: LoadTimeout(load: .seconds(1)), name: name)
      _ = Loader(policy: policy) { () async throws(Never) in 1 }
    } matching: {
      $0.description.contains(text)
    }
    withKnownIssue {
      let policy = MutationPolicy(timeout: MutationTimeout(.seconds(1)), name: name)
      _ = Mutation(policy: policy) { (_: Int) async throws(Never) in 1 }
    } matching: {
      $0.description.contains(text)
    }
  }
}
