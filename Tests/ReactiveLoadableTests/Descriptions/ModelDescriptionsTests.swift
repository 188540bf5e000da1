import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite @MainActor struct `Descriptions of models` {
  private func dumped(_ value: Any) -> [String] {
    var text = ""
    Swift.dump(value, to: &text)
    return text.split(separator: "\n").map(String.init)
  }

  @Test func `a model has the name and the request of its loader`() {
    let policy = LoadPolicy(name: "podcasts")
    let gate = Gate()
    let loader = Loader(policy: policy) { (_: String) in await gate.wait() }
    let model = LoaderModel(loader)
    #expect("\(model)" == "LoaderModel podcasts: notRequested")
    loader.load("swift")
    #expect("\(model)" == #"LoaderModel podcasts("swift"): loading"#)
    #expect("\(LoaderModel(Loader { 1 }))" == "LoaderModel: notRequested")
    #expect(
      dumped(model).dropFirst() == [
        #"  - name: "podcasts""#, #"  - request: "swift""#, "  ▿ state: loading",
        "    - loading: (0 elements)",
      ]
    )
    gate.open()
  }

  @Test func `a model of a list has the name and the key of its list`() async {
    let policy = PagingPolicy(load: LoadPolicy(name: "results"))
    let list = PagedLoader(policy: policy) { (_: PageRequest<String, Int>) in
      Page([Row(id: 1)], next: 2)
    }
    let model = PagedModel(list)
    #expect("\(model)" == "PagedModel results: notRequested")
    await model.loader.load("swift").outcome()
    #expect("\(model)".hasPrefix(#"PagedModel results("swift"): "#))
    let lines = dumped(model)
    #expect(lines[1...2] == [#"  - name: "results""#, #"  - key: "swift""#])
    #expect(!lines.contains { $0.contains("ObservationRegistrar") || $0.contains("mutex") })
  }

  @Test func `a model of a key has the name of its cache and the key`() {
    let gate = Gate()
    let cache = LoaderCache(policy: CachePolicy(load: LoadPolicy(name: "images"))) {
      (key: Int) in
      await gate.wait()
      return "v\(key)"
    }
    let model = KeyedModel(cache)
    #expect("\(model)" == "KeyedModel images: notRequested")
    model.show(7)
    #expect("\(model)" == "KeyedModel images(7): loading")
    #expect(
      dumped(model).dropFirst() == [
        #"  - name: "images""#, "  - key: 7", "  ▿ state: loading",
        "    - loading: (0 elements)",
      ]
    )
    gate.open()
  }
}
