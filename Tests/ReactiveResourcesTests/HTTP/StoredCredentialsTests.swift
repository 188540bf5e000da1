import Foundation
import Testing

@testable import ReactiveResources

@Suite struct `Stored credentials (D12)` {
  private let folder = ScratchFolder()
  private let server = MemoryTransport()
  private let date = SettableDate()

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func serve(_ body: String, at url: URL) {
    let fields: HTTPFields = ["vary": "Cookie"]
    server.serve(
      MemoryResource(Data(body.utf8), cacheControl: "max-age=60", headers: fields),
      at: url
    )
  }

  private func fetchText(
    _ request: ResourceRequest,
    _ store: any ResourceStore
  ) async throws -> String {
    let fetched = try await ResourceFetcher(store: store, transport: server, wallClock: date.clock)
      .fetch(request)
    return "\(fetched.source) \(fetched.text)"
  }

  /// The bytes of all files, and their names.
  private func stored() throws -> String {
    let files = folder.names.map { folder.url.appending(path: $0) }
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return (texts + folder.names).joined(separator: "\n")
  }

  @Test func `no file has the credentials of a request, or their unsalted hashes`() async throws {
    let secret = try url("https://wilma:passw0rd@example.com/a?access_token=t0ken&x=1")
    let headers: HTTPFields = ["authorization": "Bearer b3arer", "cookie": "session=c00kie"]
    serve("picture", at: secret)
    let disk = try DiskCache(folder: folder.url)
    let request = ResourceRequest(secret, headers: headers)
    #expect(try await fetchText(request, disk) == "network picture")
    #expect(try await fetchText(request, disk) == "disk picture")
    await disk.close()
    let text = try stored()
    #expect(text.contains("picture") && text.contains("http.variant.cookie"))
    // The words are no hexadecimal numbers, which salts and hashes may contain.
    for word in ["wilma", "passw0rd", "t0ken", "b3arer", "c00kie", "example.com"] {
      #expect(!text.contains(word), "\(word)")
    }
    for value in ["Bearer b3arer", "session=c00kie"] {
      let former = value.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
      }
      #expect(!text.contains(String(former, radix: 16)))
      #expect(!text.contains(SHA256.hex(of: value.utf8).prefix(32)))
    }
  }

  @Test func `a record of another run, with another salt, is found`() throws {
    let fields: HTTPFields = ["authorization": "Bearer a", "cookie": "b"]
    let salts = [SHA256.randomText(), SHA256.randomText()]
    let variants = salts.map { RequestVariant(of: fields, vary: "Cookie", salt: $0) }
    #expect(variants[0].fingerprints != variants[1].fingerprints)
    #expect(variants.allSatisfy { $0.matches(fields) })
    #expect(variants.allSatisfy { !$0.matches(["authorization": "Bearer a", "cookie": "c"]) })
    let refreshed = variants[0].refreshed(by: "Accept", for: ["accept": "x"])
    #expect(refreshed.matches(["authorization": "Bearer a", "accept": "x"]))
    #expect(SHA256.isHex(salts[0], digits: 32) && salts[0] != salts[1])
  }

  @Test(arguments: [nil, "", "0123456789abcdef0123456789abcdeF", "0123456789abcdef0123456789abcde"])
  func `metadata without a valid salt is not read`(_ salt: String?) throws {
    let stored = StoredResponse(headers: [:], length: 1, requested: .start, received: .start)
    var metadata = stored.metadata
    #expect(StoredResponse(metadata: metadata) == stored)
    metadata["http.salt"] = salt
    #expect(StoredResponse(metadata: metadata) == nil)
  }

  @Test func `a record of the former format is loaded again, and replaced`() async throws {
    let plain = try url("https://example.com/a")
    serve("new", at: plain)
    let (store, request) = (MemoryStore(), ResourceRequest(plain))
    let old = StoredResponse(
      headers: ["cache-control": "max-age=60"],
      length: 3,
      requested: .start,
      received: .start
    )
    var metadata = old.metadata
    metadata["http.format"] = "2"
    metadata["http.salt"] = nil
    try await store.save(
      ResourceRecord(metadata: metadata, body: Data("old".utf8)),
      for: request.key
    )
    #expect(try await fetchText(request, store) == "network new")
    #expect(try await fetchText(request, store) == "disk new")
  }

  @Test func `accounts in URLs never receive the records of others (H7)`() async throws {
    let store = MemoryStore()
    for account in ["ada:1", "bob:2", "bob:3", "bob"] {
      let own = try url("https://\(account)@example.com/a")
      serve(account, at: own)
      let request = ResourceRequest(own)
      #expect(request.key == "https://example.com/a")
      #expect(try await fetchText(request, store) == "network \(account)")
      #expect(try await fetchText(request, store) == "disk \(account)")
    }
    serve("none", at: try url("https://example.com/a"))
    #expect(
      try await fetchText(ResourceRequest(try url("https://example.com/a")), store)
        == "network none"
    )
  }

  @Test(arguments: [
    ("https://ada:pw@h.example/a?x=@y#f@g", "https://h.example/a?x=@y"),
    ("https://ada@h.example", "https://h.example"),
    ("https://h.example/@a", "https://h.example/@a"),
    ("https://a%40b:c@h.example/", "https://h.example/"),
    ("https://h.example?a@b", "https://h.example?a@b"),
    ("https://h.example#a@b", "https://h.example"),
    ("file:///a@b", "file:///a@b"), ("data:a//b@c", "data:a//b@c"), ("/a//b@c", "/a//b@c"),
  ])
  func `a key has no user information and no fragment`(_ text: String, _ key: String) throws {
    #expect(ResourceRequest(try url(text)).key == key)
  }
}

@Suite struct `Records of earlier formats` {
  private let folder = ScratchFolder()

  @Test func `they are removed when the folder is opened, and not returned (D4)`() async throws {
    let old = "ReactiveResources record 1\nkey\ta\nbody\t1\nchecksum\t0\n\nx"
    for name in ["af63dc4c8601ec8c.record", "af63dc4c8601ec8c.record.7-1.part"] {
      try folder.put(Data(old.utf8), as: name)
    }
    try folder.put(Data(old.utf8), as: KeyHash(of: "a").fileName)
    let cache = try DiskCache(folder: folder.url)
    #expect(try await cache.record(for: "a") == nil)
    try await cache.sweep()
    #expect(folder.names == [])
    #expect(cache.statistics.corrupt == 3)
  }
}
