#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "lab/tls/certificate_authority.h"
#include "tests/lab/lab_fixture.h"

namespace meguri {
namespace {

using testing_lab::Client;
using testing_lab::LogLine;
using testing_lab::RunningLab;
using testing_support::TemporaryDirectory;

TEST(LabTlsTest, EachHostHasItsCertificate) {
  RunningLab lab;
  for (const char* const name : {"a.test", "b.test"}) {
    Client client(lab.https());
    EXPECT_EQ(client.StartTls(lab.ca_file(), name), "");
    EXPECT_EQ(client.Get("/", name).body, "hello");
  }
  const auto log = lab.Log();
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[1].scheme, "https");
  EXPECT_EQ(log[1].url, "https://b.test/");
}

TEST(LabTlsTest, AnAddressHasOneToo) {
  RunningLab lab;
  Client client(lab.https(), 0x7F010203);
  EXPECT_EQ(client.StartTls(lab.ca_file(), "127.1.2.3"), "");
}

TEST(LabTlsTest, BadCertificatesAreBadAsTold) {
  RunningLab lab;
  EXPECT_EQ(Client(lab.https()).StartTls(lab.ca_file(), "expired.test"), "certificate has expired");
  EXPECT_EQ(Client(lab.https()).StartTls(lab.ca_file(), "wrong.test"), "hostname mismatch");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Client(lab.https()).StartTls(lab.ca_file(), "broken.test"), "handshake failed");
  }
  const auto log = lab.Log();
  ASSERT_EQ(log.size(), 5U);
  EXPECT_EQ(log[4].host, "broken.test");
  EXPECT_EQ(log[4].method, "-");
  EXPECT_EQ(log[4].status, "0");
  EXPECT_EQ(log[4].ended, "reset");
}

TEST(LabTlsTest, HostMustBeTheNameOfTheHandshake) {
  RunningLab lab;
  Client client(lab.https());
  ASSERT_EQ(client.StartTls(lab.ca_file(), "a.test"), "");
  EXPECT_EQ(client.Get("/", "b.test").status(), 421);
  EXPECT_EQ(client.Get("/", "A.test").status(), 200);
}

TEST(LabTlsTest, SpeaksTls12And13AndResumesSessions) {
  RunningLab lab;
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    SSL_SESSION* session = nullptr;
    for (int round = 0; round < 2; ++round) {
      Client client(lab.https());
      SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
      SSL_CTX_set_max_proto_version(context, version);
      SSL* const ssl = SSL_new(context);
      SSL_set_tlsext_host_name(ssl, "a.test");
      SSL_set_fd(ssl, client.fd());
      if (session != nullptr) SSL_set_session(ssl, session);
      ASSERT_EQ(SSL_connect(ssl), 1);
      EXPECT_EQ(SSL_version(ssl), version);
      EXPECT_EQ(SSL_session_reused(ssl), round);
      constexpr std::string_view kRequest = "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n";
      SSL_write(ssl, kRequest.data(), kRequest.size());
      char buffer[4096];
      EXPECT_GT(SSL_read(ssl, buffer, sizeof buffer), 0);  // brings the ticket of TLS 1.3
      // The name counts in a session that is resumed as in a new one.
      constexpr std::string_view kOther = "GET / HTTP/1.1\r\nHost: b.test\r\n\r\n";
      SSL_write(ssl, kOther.data(), kOther.size());
      const int got = SSL_read(ssl, buffer, sizeof buffer);
      EXPECT_TRUE(std::string_view(buffer, static_cast<std::size_t>(std::max(got, 0)))
                      .starts_with("HTTP/1.1 421 "));
      SSL_SESSION_free(session);
      session = SSL_get1_session(ssl);
      SSL_shutdown(ssl);
      SSL_free(ssl);
      SSL_CTX_free(context);
    }
    SSL_SESSION_free(session);
  }
}

TEST(LabTlsTest, ConnectLeadsToTheHostNamed) {
  RunningLab lab;
  Client client(lab.http(), 0x7F000001);
  client.Send("CONNECT b.test:443 HTTP/1.1\r\nHost: b.test:443\r\n\r\n");
  EXPECT_EQ(client.Read().status(), 200);
  EXPECT_EQ(client.StartTls(lab.ca_file(), "b.test"), "");
  EXPECT_EQ(client.Get("/x", "b.test").body, "hello");
  EXPECT_EQ(client.Get("/y", "b.test").body, "hello");
  Client unnamed(lab.http(), 0x7F000001);
  unnamed.Send("CONNECT b.test:443 HTTP/1.1\r\nHost: b.test:443\r\n\r\n");
  EXPECT_EQ(unnamed.Read().status(), 200);
  EXPECT_EQ(unnamed.StartTls(lab.ca_file(), "b.test", /*send_name=*/false), "");
  Client plain(lab.http(), 0x7F000001);
  plain.Send("CONNECT b.test:80 HTTP/1.1\r\nHost: b.test:80\r\n\r\n");
  EXPECT_EQ(plain.Read().status(), 200);
  EXPECT_EQ(plain.Get("/z", "b.test").body, "hello");
  const auto log = lab.Log();
  ASSERT_EQ(log.size(), 4U);
  EXPECT_EQ(log[0].server, "127.1.0.2");
  EXPECT_EQ(log[0].url, "https://b.test/x");
  EXPECT_EQ(log[2].url, "http://b.test/z");
  EXPECT_EQ(log[3].host, "b.test");  // the one that asked nothing
  EXPECT_EQ(log[3].server, "127.1.0.2");
  EXPECT_EQ(log[3].url, "-");
}

TEST(LabTlsTest, ConnectElsewhereIsRefused) {
  RunningLab lab;
  for (const auto& [target, status] :
       std::initializer_list<std::pair<std::string, int>>{{"nowhere.test:443", 502},
                                                          {"127.66.66.66:443", 403},
                                                          {"a/b:443", 400},
                                                          {"b.test", 400}}) {
    Client client(lab.http(), 0x7F000001);
    client.Send("CONNECT " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(client.Read().status(), status) << target;
  }
  const auto log = lab.Log();
  ASSERT_EQ(log.size(), 4U);
  EXPECT_EQ(log[1].server, "127.66.66.66");
  EXPECT_EQ(log[1].method, "CONNECT");
}

TEST(CertificateAuthorityTest, IsMadeOnceAndReused) {
  const TemporaryDirectory folder;
  const std::string path = folder.path() + "/deep/ca";
  ASSERT_TRUE(lab::CertificateAuthority::LoadOrMake(path));
  RealFiles files;
  const auto made = ReadWholeFile(files, path + "/ca.pem");
  ASSERT_TRUE(made);
  struct stat key {};
  ASSERT_EQ(::stat((path + "/ca.key").c_str(), &key), 0);
  EXPECT_EQ(key.st_mode & 0777U, 0600U);
  ASSERT_TRUE(lab::CertificateAuthority::LoadOrMake(path));
  EXPECT_EQ(*ReadWholeFile(files, path + "/ca.pem"), *made);
}

TEST(CertificateAuthorityTest, SaysWhatIsWrongAndReplacesNothing) {
  const TemporaryDirectory folder;
  const std::string key = folder.path() + "/ca.key";
  const std::string certificate = folder.path() + "/ca.pem";
  ASSERT_TRUE(lab::CertificateAuthority::LoadOrMake(folder.path()));
  std::ofstream(certificate) << "nonsense";
  auto loaded = lab::CertificateAuthority::LoadOrMake(folder.path());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(
      loaded.error().context,
      certificate + ": is no certificate in PEM; remove ca.key and ca.pem to have new ones made");
  ::unlink(certificate.c_str());
  loaded = lab::CertificateAuthority::LoadOrMake(folder.path());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kNotFound);
  std::ofstream(key) << "nonsense";
  std::ofstream(certificate) << "nonsense";
  loaded = lab::CertificateAuthority::LoadOrMake(folder.path());
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().context, testing::StartsWith(key + ": is no private key"));
  // Somebody else's certificate.
  const TemporaryDirectory other;
  ASSERT_TRUE(lab::CertificateAuthority::LoadOrMake(other.path()));
  ::unlink(key.c_str());
  ::unlink(certificate.c_str());
  ASSERT_TRUE(lab::CertificateAuthority::LoadOrMake(folder.path()));
  ASSERT_EQ(::rename((other.path() + "/ca.pem").c_str(), certificate.c_str()), 0);
  loaded = lab::CertificateAuthority::LoadOrMake(folder.path());
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().context, testing::HasSubstr("does not belong to ca.key"));
}

}  // namespace
}  // namespace meguri
