#include "CMicrohttpdShims.h"

struct MHD_Daemon *cmicrohttpdshims_MHD_start_daemon(unsigned int flags, MHD_AccessHandlerCallback handler,
                                                     void *handler_context, struct MHD_OptionItem *options) {
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, handler_context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}
