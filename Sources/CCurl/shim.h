// Includes only: edits of a system library's header are not noticed by incremental builds.
#include <curl/curl.h>
