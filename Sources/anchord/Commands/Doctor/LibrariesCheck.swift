import MicrohttpdServer
import TrustOpenSSL

/// Names the versions of the libraries at run time, and whether they fit the program.
struct LibrariesCheck {
    private static let name = "libraries"

    var findings: [DoctorFinding] {
        let libraries = LinkedLibrary.all
        let versions = (libraries.map(\.version) + ["libmicrohttpd \(HTTPServer.libraryVersion)"]).joined(
            separator: ", "
        )
        let defects = libraries.compactMap { library in
            library.defect.map { defect in
                DoctorFinding.fail(
                    Self.name,
                    "\(library.version): \(defect)",
                    fix: "install the packages of this system again"
                )
            }
        }
        return defects + [.ok(Self.name, "anchord \(Version.current) with \(versions)")]
    }
}
