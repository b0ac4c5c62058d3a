/* SPDX-License-Identifier: (GPL-2.0-only WITH Linux-syscall-note) OR Apache-2.0 */
/*
 * What programs ask of the time manager's driver, /dev/isochron-time. docs/explanation/linux.md
 * describes it; systems/linux/library has functions for it.
 *
 * Times, delays and periods are in clock cycles of the time manager.
 */
#pragma once

#include <linux/ioctl.h>
#include <linux/types.h>

/* Who finds out that a delay is over. */
enum isochron_time_base {
	ISOCHRON_TIME_HARDWARE = 0, /* the time manager, one delay per channel */
	ISOCHRON_TIME_SOFTWARE = 1, /* a tick, at which the driver walks over all timers */
};

/**
 * struct isochron_time_info - what there is
 * @channels: channels are numbered from 0 to this, which is none
 * @width: bits of time and delays
 * @frequency: cycles in a second
 * @base: enum isochron_time_base, in use
 * @tick: cycles of the software base's tick
 * @reserved: 0
 */
struct isochron_time_info {
	__u32 channels;
	__u32 width;
	__u32 frequency;
	__u32 base;
	__u32 tick;
	__u32 reserved;
};

#define ISOCHRON_TIME_ABSOLUTE 1 /* the delay is a date of the system time */

/**
 * struct isochron_time_start - start a channel's releases
 * @channel: which
 * @flags: ISOCHRON_TIME_ABSOLUTE, or 0
 * @delay: from now to the first release, or its date; fewer than 4 cycles count as 4, and a date
 *	that is past is EINVAL
 * @period: from each release to the next one, or 0: there is only one
 */
struct isochron_time_start {
	__u32 channel;
	__u32 flags;
	__u64 delay;
	__u64 period;
};

/**
 * struct isochron_time_wait - wait for a channel's next release
 * @channel: which
 * @overruns: releases that were missed since the last wait
 * @release: system time of the release that ended the wait
 */
struct isochron_time_wait {
	__u32 channel;
	__u32 overruns;
	__u64 release;
};

/**
 * struct isochron_time_pair - the same moment on two clocks
 * @time: system time
 * @monotonic: CLOCK_MONOTONIC in nanoseconds
 */
struct isochron_time_pair {
	__u64 time;
	__u64 monotonic;
};

/*
 * Errors: EINVAL no such channel, or a value out of range; EBUSY the channel is another program's;
 * EPERM it was not claimed, or the caller may not set time or base; EAGAIN nothing was started, or
 * nothing is released yet and the file is non-blocking; EINTR a signal came.
 */
#define ISOCHRON_TIME_INFO     _IOR('T', 0x80, struct isochron_time_info)
#define ISOCHRON_TIME_CLAIM    _IOW('T', 0x81, __u32)
#define ISOCHRON_TIME_UNCLAIM  _IOW('T', 0x82, __u32)
#define ISOCHRON_TIME_START    _IOW('T', 0x83, struct isochron_time_start)
#define ISOCHRON_TIME_STOP     _IOW('T', 0x84, __u32)
#define ISOCHRON_TIME_WAIT     _IOWR('T', 0x85, struct isochron_time_wait)
#define ISOCHRON_TIME_GET      _IOR('T', 0x86, __u64)
#define ISOCHRON_TIME_SET      _IOW('T', 0x87, __u64)
#define ISOCHRON_TIME_GET_PAIR _IOR('T', 0x88, struct isochron_time_pair)
#define ISOCHRON_TIME_SET_BASE _IOW('T', 0x89, __u32) /* EBUSY while a channel is claimed */
