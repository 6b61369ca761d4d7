//! SCORM 1.2 packages for e-learning systems: a ZIP archive of a one-file page and a manifest.

/// Returns the manifest of a package with this title.
fn manifest(title: &str) -> String {
    let title = title
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="bezzel" version="1.0"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="bezzel-lab">
    <organization identifier="bezzel-lab">
      <title>{title}</title>
      <item identifier="bezzel-item" identifierref="bezzel-page">
        <title>{title}</title>
        <adlcp:masteryscore>60</adlcp:masteryscore>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="bezzel-page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
"#
    )
}

/// Returns the package of a page.
pub fn scorm(page: &str, title: &str) -> Vec<u8> {
    zip(&[
        ("imsmanifest.xml", manifest(title).as_bytes()),
        ("index.html", page.as_bytes()),
    ])
}

/// Returns an uncompressed ZIP archive: for each file a local header and its bytes, then the
/// directory.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for (name, bytes) in files {
        let start = archive.len() as u32;
        let mut header = Vec::new();
        // Version 2.0, names in UTF-8, stored, the earliest date of the format.
        for number in [20_u16, 0x0800, 0, 0, 0x21] {
            header.extend(number.to_le_bytes());
        }
        let size = bytes.len() as u32;
        for number in [crc32(bytes), size, size] {
            header.extend(number.to_le_bytes());
        }
        header.extend((name.len() as u16).to_le_bytes());
        header.extend(0_u16.to_le_bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend(&header);
        archive.extend(name.as_bytes());
        archive.extend(*bytes);
        directory.extend(b"PK\x01\x02");
        directory.extend(20_u16.to_le_bytes());
        directory.extend(&header);
        // No comment, disk 0, no attributes.
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (start, size, count) = (
        archive.len() as u32,
        directory.len() as u32,
        files.len() as u16,
    );
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(size.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend(0_u16.to_le_bytes());
    archive
}

/// Returns the CRC-32 of ZIP archives.
fn crc32(bytes: &[u8]) -> u32 {
    let byte = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| match crc & 1 {
            1 => crc >> 1 ^ 0xedb8_8320,
            _ => crc >> 1,
        })
    };
    !bytes.iter().fold(u32::MAX, byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_format() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn the_archive_ends_with_its_directory() {
        let archive = scorm("<html>", "Queens & <more>");
        let end = archive.len() - 22;
        assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
        let number =
            |at: usize| u32::from_le_bytes(archive[at..at + 4].try_into().unwrap()) as usize;
        let (size, start) = (number(end + 12), number(end + 16));
        assert_eq!(start + size, end);
        assert_eq!(&archive[start..start + 4], b"PK\x01\x02");
        let text = String::from_utf8_lossy(&archive);
        assert!(text.contains("Queens &amp; &lt;more&gt;") && text.contains("ADL SCORM"));
    }
}
