import Testing
import ReactiveLoadable

@Test func `the module builds`() {}
