/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Requests of one core to another (systems/gic/firmware/kernel/requests.h), as a model for spin.
 *
 * One core owns a task T and an idle task. Two other cores ask for its suspension and resumption, for
 * another priority, and one of them in the end for its deletion. What a requesting core does to the
 * word and to the inbox, and its look at who runs, are steps of their own, in the order of the program:
 * the kernel has barriers between them. The owner's steps are those of dispatch.S and service.c.
 *
 * Each option of the preprocessor is a mistake, with which an assertion fails (systems/gic/tests/test_gic_model.py).
 */
#define SUSPEND     1
#define RESUME      2
#define PRIORITY    4
#define DELETE      8
#define INBOX       16
#define REQUESTS    2 /* of each core */

#define IDLE        0
#define T           1

byte word;             /* requests for T */
byte inbox;            /* how often T is in its core's inbox: twice would tie a knot in it */
bool signal;           /* the interrupt by which the core hears of requests */
byte running = T;      /* who runs on the core */
bool ready = true;     /* T is in its group */
bool high = true;      /* T's priority is to be above idle's */
bool effective = true; /* it is */
bool deleted;
bool to_run = true;    /* what the last suspension or resumption asked for */
bool to_delete;
byte asking = 2;       /* cores that are not done */

inline signal_if_it_matters()
{
    if
    :: running == T || high -> signal = true
    :: else
    fi
}

/* prvRequest; LDREX and STREX change the word in one step. */
inline request(what, obsolete)
{
    atomic {
        before = word;
#ifdef KEEP_OBSOLETE
        word = word | what | INBOX;
#else
        word = (word & (31 - obsolete)) | what | INBOX;
#endif
        if
        :: what == SUSPEND -> to_run = false
        :: what == RESUME -> to_run = true
        :: what == DELETE -> to_delete = true
        :: else
        fi
    }
#ifdef SIGNAL_FIRST
    signal_if_it_matters();
#endif
    if
#ifdef APPEND_ALWAYS
    :: true -> inbox++
#else
    :: (before & INBOX) == 0 -> inbox++
    :: else
#endif
    fi;
#if !defined(SIGNAL_FIRST) && !defined(SIGNAL_NEVER)
    if
    :: (before & INBOX) == 0 -> signal_if_it_matters()
#ifndef NO_LOOK_FOR_PRIORITY
    :: (before & INBOX) != 0 && what == PRIORITY -> signal_if_it_matters()
#endif
    :: else /* who has appended T looks, or has looked */
    fi;
#endif
    before = 0
}

proctype asks(bool deletes)
{
    byte before, times;

    do
    :: times < REQUESTS ->
        times++;
        if
        :: request(SUSPEND, RESUME)
        :: request(RESUME, 0)
        :: atomic { high = !high }; request(PRIORITY, 0)
        fi
    :: times == REQUESTS -> break
    od;
    if
    :: deletes -> request(DELETE, 0)
    :: true
    fi;
    asking--
}

/* xGicServeRequests: takes the inbox, then the word of the task in it. */
inline serve()
{
    atomic { found = inbox; inbox = 0 };
    assert(found <= 1);
    if
    :: found == 1 ->
#ifdef CLEAR_LATE
        wanted = word;
        word = 0;
#else
        atomic { wanted = word; word = 0 };
#endif
        if
        :: deleted
        :: !deleted && (wanted & DELETE) != 0 -> ready = false; deleted = true
        :: !deleted && (wanted & DELETE) == 0 ->
            if
            :: (wanted & PRIORITY) != 0 -> effective = high
            :: else
            fi;
            if
            :: (wanted & SUSPEND) != 0 -> ready = false
            :: else
            fi;
            if
            :: (wanted & RESUME) != 0 -> ready = true
            :: else
            fi
        fi
    :: else
    fi;
    atomic { found = 0; wanted = 0 }
}

#define MUST_SWITCH    ((running == T) != (ready && effective))

/* The core of T. It switches when it must, is interrupted, and comes to rest. */
active proctype owner()
{
    byte found, wanted;

serving:
    do
    :: signal -> signal = false; serve()
    :: MUST_SWITCH ->
        running = (ready && effective -> T : IDLE);
#ifndef NO_LOOK_BEHIND_SWITCH
        serve()
#endif
    :: asking == 0 && !signal && !MUST_SWITCH -> break
    od;

    /*
     * At rest, with requests of nobody to come. What was asked for is done, or is in the inbox and does
     * not matter: it is served behind the next switch.
     */
    assert((word & INBOX) == 0 || inbox == 1);
    assert(!(running == T && inbox == 1));
    assert(!(running == T && (to_delete || !to_run)));
    assert(!(running == IDLE && to_run && high && !to_delete));

    /* The tick serves the rest: then the state is the one asked for. */
    serve();
    assert(deleted == to_delete);
    assert(deleted || (ready == to_run && effective == high))
}

init
{
    atomic { run asks(true); run asks(false) }
}
