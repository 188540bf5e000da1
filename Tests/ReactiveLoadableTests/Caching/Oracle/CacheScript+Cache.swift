import ReactiveLoadable

extension CacheScript {
  func cache(
    _ clock: any Clock<Duration>,
    _ queue: LoadQueue,
    _ witness: CacheWitness
  ) -> TextCache {
    TextCache(policy: rules.policy(clock, queue)) {
      (key: String) async throws(SampleError) -> String in
      let number = witness.begin(key)
      await call(number).rest(clock)
      if Task.isCancelled, !call(number).ignoresCancellation { throw .second }
      let result = result(number, key)
      witness.end(number, result)
      switch result {
      case .text(let text): return text
      case .failure: throw .first
      case .cancelled: throw .second
      }
    }
  }
}

extension CacheScript.Call {
  fileprivate func rest(_ clock: any Clock<Duration>) async {
    if time == .zero { return }
    guard ignoresCancellation else { return (try? await clock.sleep(for: time)) ?? () }
    await Task { try? await clock.sleep(for: time) }.value
  }
}
