import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'

/** Self-signed, valid until 2126: only tests trust them. */
export const certificates = {
  /** For localhost and 127.0.0.1. */
  own: {
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGbIIhAxrrI0X68kn
F4IS2XKd6yzKny7XKe0mQVZc+UShRANCAASNOuROoYsVsinRED9mKtAE3U5/wCqD
buzC6gasQ7OKvuNH26NINdSJPqjPoc51YfTc/udqkFrMvWZPZUpGz6tM
-----END PRIVATE KEY-----
`,
    cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUCgAwIBAgITQj/kI+ojYegUUWZJX2BqnyU9HzAKBggqhkjOPQQDAjAU
MRIwEAYDVQQDDAlsb2NhbGhvc3QwIBcNMjYxMTIzMTE0MzQ1WhgPMjEyNjEwMzAx
MTQzNDVaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABI065E6hixWyKdEQP2Yq0ATdTn/AKoNu7MLqBqxDs4q+40fbo0g11Ik+
qM+hznVh9Nz+52qQWsy9Zk9lSkbPq0yjbzBtMB0GA1UdDgQWBBQa1q+bZbd+iSAA
PJwZygFCxwJKgjAfBgNVHSMEGDAWgBQa1q+bZbd+iSAAPJwZygFCxwJKgjAPBgNV
HRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAKBggqhkjO
PQQDAgNIADBFAiAndp2ZbTZUkBrQ/RpouetOxjiv41ebmc8d6Zsdz+QqcAIhAJ9a
vbwHUQp0EoxgzMw2vIpyZR/TNX03TD/ycwKS48kT
-----END CERTIFICATE-----
`,
  },
  /** For shop.example.com. */
  other: {
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgy1UCNUkKo/+wN4zf
3PB9Y4mYlzqaaLPJxZCYIEyFvAihRANCAASC7Is9EQjuTfnGRg76aFTU+6vCv8dA
KNpz98vJU8NpyWpfD+NECL8BE7+r0Hl4DfIo7vbKat3G7j6cH/bzzFF2
-----END PRIVATE KEY-----
`,
    cert: `-----BEGIN CERTIFICATE-----
MIIBqjCCAVCgAwIBAgIUOA1PQxQ6M9gMkoq3M7uZPV81d+IwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQc2hvcC5leGFtcGxlLmNvbTAgFw0yNjExMjMxMTQzNDVaGA8y
MTI2MTAzMDExNDM0NVowGzEZMBcGA1UEAwwQc2hvcC5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABILsiz0RCO5N+cZGDvpoVNT7q8K/x0Ao2nP3
y8lTw2nJal8P40QIvwETv6vQeXgN8iju9spq3cbuPpwf9vPMUXajcDBuMB0GA1Ud
DgQWBBTtW7RxQ3AK1h/LKwqfQVpvRm0uejAfBgNVHSMEGDAWgBTtW7RxQ3AK1h/L
KwqfQVpvRm0uejAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHNob3AuZXhh
bXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIgWVaLUiBQXMBQnvuGijMj2UUnzuDY
a5yaHHCpfg/vmaICIQCOOaLduSWJyDFiQ0k8AoY+Ti+JruP+r8NL6U3Izbscxg==
-----END CERTIFICATE-----
`,
  },
}

/** Makes this process trust a certificate until the test ends. */
export function trust(certificate: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  onTestFinished(() => setDefaultCACertificates(before))
}
