#ifndef CMICROHTTPDSHIMS_H
#define CMICROHTTPDSHIMS_H

#include <microhttpd.h>

/// MHD_start_daemon, which is a variadic function that cannot be called from Swift; options end with MHD_OPTION_END.
struct MHD_Daemon *cmicrohttpdshims_MHD_start_daemon(unsigned int flags, MHD_AccessHandlerCallback handler,
                                                     void *handler_context, struct MHD_OptionItem *options);

#endif
