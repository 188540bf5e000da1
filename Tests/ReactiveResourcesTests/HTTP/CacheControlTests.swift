import ReactiveResources
import Testing

@Suite struct `What a server says about keeping (H3)` {
  @Test func `directives are read whatever their case, order and spaces`() {
    let control = CacheControl(" Max-Age=60 ,\tNO-STORE,, immutable, stale-if-error=\"5\"")
    #expect(control.maxAge == 60)
    #expect(control.noStore)
    #expect(control.isImmutable)
    #expect(control.staleIfError == 5)
    #expect(!control.noCache && !control.mustRevalidate)
  }

  @Test func `what is not said is not there`() {
    #expect(CacheControl(nil) == CacheControl())
    #expect(CacheControl("") == CacheControl())
    #expect(CacheControl("public, private, s-maxage=9, x-more=\"a,no-store\"") == CacheControl())
  }

  @Test(arguments: ["abc", "-1", "1.5", "", "\"\"", " ", "60s", "٣"])
  func `a lifetime that is no number is over`(text: String) {
    #expect(CacheControl("max-age=\(text)").maxAge == 0)
    #expect(CacheControl("stale-while-revalidate=\(text)").staleWhileRevalidate == nil)
    #expect(CacheControl("stale-if-error=\(text)").staleIfError == nil)
  }

  @Test func `of several lifetimes the smallest counts`() {
    #expect(CacheControl("max-age=60, max-age=30, max-age=90").maxAge == 30)
    #expect(CacheControl("max-age=60, max-age=x").maxAge == 0)
  }

  @Test(arguments: ["2147483648", "2147483649", "99999999999999999999999999"])
  func `a lifetime that is too large is 68 years`(text: String) {
    #expect(CacheControl("max-age=\(text)").maxAge == 2_147_483_648)
  }

  @Test func `what names fields is what names none`() {
    #expect(CacheControl("no-cache=\"set-cookie, x\"").noCache)
    #expect(CacheControl("must-revalidate").mustRevalidate)
  }

  @Test(arguments: [
    "x=\"a, no-store", "x=\"a\\\", no-store", "x=a\", no-store", "a\"b, no-store, c\"d",
    "\"a, no-store",
  ])
  func `a quote that is never closed hides no directive behind it`(text: String) {
    #expect(CacheControl(text).noStore)
  }

  @Test func `a directive in a quoted text is none`() {
    #expect(!CacheControl("x=\"a, no-store\", y= \"no-store, b\"").noStore)
  }

  @Test func `must-understand does not cancel no-store`() {
    #expect(CacheControl("no-store, must-understand").noStore)
  }
}
