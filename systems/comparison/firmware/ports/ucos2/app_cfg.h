/* SPDX-License-Identifier: Apache-2.0 */

/* uC/OS-II wants the application's configuration here: there is none. */
#ifndef APP_CFG_H
#define APP_CFG_H

#endif /* APP_CFG_H */
