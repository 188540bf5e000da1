import CombineShim
import Testing

@testable import MarbleEngine
@testable import MarbleReport
@testable import MarbleTesting

/// The names that reports look for are those of the types: a rename fails here.
@Suite struct MangledNameTests {
  @Test func `a name begins like that of its type`() {
    #expect(mangled(Run.self).hasPrefix(CalledFunction.run))
    #expect(mangled(Runner.self).hasPrefix(CalledFunction.runner))
  }

  @Test func `the modules of marble runs are those of their types`() {
    let types: [Any.Type] = [CallSite.self, Run.self, StreamReport.self, Runner.self]
    #expect(CalledFunction.ownModules == Set(types.map(module)))
  }

  #if !canImport(Combine)
  @Test func `a publisher of a fixed list is recognized by its type`() {
    let publishers: [Any.Type] = [
      Just<Int>.self, Empty<Int, Never>.self, Fail<Int, Never>.self, Record<Int, Never>.self,
      Publishers.Sequence<[Int], Never>.self, type(of: Int?.some(1).publisher),
      type(of: Result<Int, Never>.success(1).publisher),
    ]
    let found = publishers.map { publisher in
      CalledFunction.fixedPublishers.firstIndex(where: mangled(publisher).hasPrefix)
    }
    #expect(found == Array(CalledFunction.fixedPublishers.indices))
    for publisher in publishers {
      #expect(CalledFunction.combine.contains(where: mangled(publisher).hasPrefix))
    }
    #expect(mangled(AnyCancellable.self).hasPrefix(CalledFunction.cancellable))
  }
  #endif

  private func mangled(_ type: Any.Type) -> String { "$s" + (_mangledTypeName(type) ?? "") }

  private func module(of type: Any.Type) -> String {
    String(String(reflecting: type).prefix { $0 != "." })
  }
}
